// The figures of the business, once: rules, texts and tests read them here, so texts and rules cannot drift.
// Money in US cents, metal in ten-thousandths of a troy ounce, time in milliseconds.

import type { AttemptLimit } from './session-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** Trading fee each way: 0.5 % of the subtotal (C9; P2). */
export const TRADE_FEE_BASIS_POINTS = 50;
/** Smallest subtotal of a trade, save selling the whole free holding (P2). */
export const TRADE_MIN_SUBTOTAL_CENTS = 100;
/** How long a quote holds its price (P3). */
export const QUOTE_LIFETIME_MS = 20_000;
/** Largest weight in one order: 100,000 oz. Keeps price x ounces far inside 2^53 once divided. */
export const ORDER_MAX_OUNCES_E4 = 1_000_000_000;
/** Largest money amount any request may name: 1,000 million dollars. */
export const AMOUNT_MAX_CENTS = 100_000_000_000;
/** Largest balance of one account: 90,000 million dollars. Keeps every sum inside 2^63 in SQL (0003_ledger.sql). */
export const CASH_MAX_CENTS = 9_000_000_000_000;
/** Largest holding of one metal: 300,000 oz. Keeps the basis rule of a sale inside 2^63 in SQL (0003_ledger.sql). */
export const HOLDING_MAX_OUNCES_E4 = 3_000_000_000;
/** Quotes one customer may ask for per minute: two a second. wrangler.toml's RATE_LIMIT_QUOTES says the same. */
export const QUOTES_PER_MINUTE = 120;
/** Orders of a day above this sum ask the customer to prove again who they are: 10,000 dollars. */
export const STEP_UP_ABOVE_CENTS = 1_000_000;
/** Highest price per ounce the platform will believe: 1,000,000 dollars. */
export const PRICE_MAX_CENTS = 100_000_000;

/** Deposit bounds (P5). */
export const DEPOSIT_MIN_CENTS = 10_000;
export const DEPOSIT_MAX_CENTS = 10_000_000;
/** Deposits in all of a customer whose e-mail address is not confirmed: 1,000 dollars (P58). */
export const UNCONFIRMED_DEPOSITS_MAX_CENTS = 100_000;
/** How long a PIX charge locks its rate (P95). */
export const PIX_LOCK_MS = 15 * MINUTE_MS;
/** Charges of one customer that wait for their payment, and the dollars they lock: 50,000; of all customers 500,000. */
export const PIX_OPEN_CHARGES_MAX = 3;
export const PIX_LOCKED_MAX_CENTS = 5_000_000;
export const PIX_LOCKED_BY_ALL_MAX_CENTS = 50_000_000;
/** Debit card deposit fee: 2.5 % (C9). */
export const DEBIT_CARD_FEE_BASIS_POINTS = 250;
/** Bounds of one withdrawal; below the least only everything that there is to withdraw (P93). */
export const WITHDRAWAL_MIN_CENTS = 2_000;
export const WITHDRAWAL_MAX_CENTS = 5_000_000;
/** What a bank charges to wire dollars; PIX and TED cost nothing. */
export const WIRE_WITHDRAWAL_FEE_CENTS = 2_500;
/** How long what came by card can be traded with and not be withdrawn; and by PIX, of the first that an account has. */
export const CARD_MATURES_MS = 7 * DAY_MS;
export const FIRST_PIX_MATURES_MS = DAY_MS;
/** Silver of the welcome bonus: 2 oz, at cost 0 (C9; P7). */
export const BONUS_OUNCES_E4 = 20_000;
/** Purchases of metal less sales that free the welcome bonus, and for how long they must last (P7). */
export const BONUS_RELEASE_CENTS = 100_000;
/** From which level on it is given: one person has one account, and so one bonus (P59). */
export const BONUS_LEVEL = 1;
export const BONUS_HOLD_DAYS = 30;
export const BONUS_HOLD_MS = BONUS_HOLD_DAYS * DAY_MS;

/** Storage fee (C9; P87): a share of the value above the bound, for who bought longer ago than the free days. */
export const STORAGE_FREE_DAYS = 365;
export const STORAGE_ABOVE_CENTS = 1_000_000;
export const STORAGE_FEE_BASIS_POINTS = 50;
/** A tariff begins at least so many days after its notice. */
export const TARIFF_NOTICE_DAYS = 30;
/** And is announced at most so long before. */
export const TARIFF_AHEAD_MAX_DAYS = 366;

/** Quoting refuses beyond this age of the newest accepted observation (P9). */
export const QUOTABLE_AGE_MS = 2 * MINUTE_MS;
/** The page adds a delay warning beyond this age (P9). */
export const DELAYED_AGE_MS = 30 * MINUTE_MS;

/** A price that moves beyond this share of the accepted one waits for confirmation (architecture, Prices). */
export const JUMP_PERCENT = 10;
/** While fresh sources of a metal differ by more than this, nobody knows its price: it is not quoted (P9). */
export const SOURCES_APART_PERCENT = 1;
/** So many polls in a row without a word, and a source has no say in the price (P9). */
export const POLLS_MISSED_MAX = 2;
/** A source whose last word is older than so many of its intervals has no say beside one that spoke later (P9). */
export const INTERVALS_SILENT_MAX = 3;

/** Ten-thousandths in one troy ounce: the smallest step of an order (C2, trade dialog). */
export const OUNCE_E4 = 10_000;
/** 1 troy ounce in grams, exactly. */
export const GRAMS_PER_TROY_OUNCE = 31.1034768;

/** Bounds of a password (P15). */
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 256;
/** From this length on a password needs no digits: it is a passphrase (P15). */
export const PASSPHRASE_MIN_CHARACTERS = 15;

/** The share of gold commonly cited, in percent (A9). */
export const CITED_GOLD_SHARE = { least: 5, most: 15 } as const;

/** Price alerts one customer may have. */
export const ALERTS_PER_CUSTOMER = 50;
/** Alerts a customer may add, and switches of alerts: one for each alert they may have. Each writes a row and wakes the hub. */
export const ALERT_ADD_LIMIT: AttemptLimit = { max: 100, windowMs: HOUR_MS };
export const ALERT_SWITCH_LIMIT: AttemptLimit = { max: 50, windowMs: 10 * MINUTE_MS };
/** Changes of settings of one customer. */
export const SETTINGS_CHANGE_LIMIT: AttemptLimit = { max: 100, windowMs: 10 * MINUTE_MS };
/** Stored and forwarded submissions of one customer and one type; what they tell of is stored elsewhere as well. */
export const SUBMISSION_CUSTOMER_LIMIT: AttemptLimit = { max: 60, windowMs: HOUR_MS };
/** How far the price must move back from its target before an alert fires again: 0.25 % (P28). */
export const ALERT_REARM_BASIS_POINTS = 25;
/** Choices for the tax workbook of one customer, and its files. */
export const TAX_CHOICE_LIMIT: AttemptLimit = { max: 60, windowMs: HOUR_MS };
export const TAX_FILES_LIMIT: AttemptLimit = { max: 60, windowMs: HOUR_MS };
/** Purchases, sales and the parts behind them that a PDF of the tax workbook may have; a CSV has any number. */
export const TAX_PDF_ROWS_MAX = 8_000;

/** Of a message that was sent, and of one that was given up. */
export const MAIL_KEPT_DAYS = 30;
export const MAIL_UNSENT_KEPT_DAYS = 90;
/** Of an alert that fired. */
export const ALERT_LOG_KEPT_DAYS = 365;
