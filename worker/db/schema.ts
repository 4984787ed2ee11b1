// The tables that drizzle reads: accounts, sessions, the ledger's own rows and the security log. tests/unit/schema.test.ts
// compares each column with the migrations, which are the source and give the reasons.
// Rule: a read of rows of these tables, or of a plain join of them, goes through drizzle. Everything else is prepared SQL:
// writes (but for the partial update of settings), batches, aggregates, JSON, recursion and reads that must use one index.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PAYMENT_METHODS } from '../domain/fees.ts';
import { MAILED_LINK_PURPOSES } from '../domain/mailed-links.ts';
import { OPERATION_KINDS } from '../domain/operations.ts';
import { REVERSIBLE_TYPES } from '../domain/reversals.ts';
import { SECURITY_EVENT_KINDS } from '../domain/security-events.ts';
import { SESSION_END_REASONS } from '../domain/session-rules.ts';
import type { TransactionType } from '../domain/transactions.ts';

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  fullName: text('full_name').notNull(),
  phone: text('phone').notNull(),
  passwordHash: text('password_hash').notNull(),
  tier: text('tier', { enum: ['standard', 'premium'] }).notNull(),
  status: text('status', { enum: ['active', 'suspended'] }).notNull(),
  bonusClaimedAt: integer('bonus_claimed_at'),
  termsVersion: text('terms_version').notNull(),
  termsAcceptedAt: integer('terms_accepted_at').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  lastActiveAt: integer('last_active_at').notNull(),
  emailConfirmedAt: integer('email_confirmed_at'),
  closedAt: integer('closed_at'),
});

export const settings = sqliteTable('settings', {
  userId: text('user_id').primaryKey(),
  notificationEmail: integer('notification_email', { mode: 'boolean' }).notNull(),
  notificationSms: integer('notification_sms', { mode: 'boolean' }).notNull(),
  notificationPush: integer('notification_push', { mode: 'boolean' }).notNull(),
  platform: text('platform', { enum: ['gold', 'crypto'] }).notNull(),
  theme: text('theme', { enum: ['light', 'dark', 'auto'] }).notNull(),
  language: text('language', { enum: ['pt-BR', 'en'] }).notNull(),
  currency: text('currency', { enum: ['USD', 'BRL'] }).notNull(),
  updatedAt: integer('updated_at').notNull(),
  weightUnit: text('weight_unit', { enum: ['oz', 'g'] }).notNull(),
});

export const operators = sqliteTable('admin_users', {
  userId: text('user_id').primaryKey(),
  createdAt: integer('created_at').notNull(),
});

export const freezes = sqliteTable('freezes', {
  userId: text('user_id').primaryKey(),
  frozenAt: integer('frozen_at').notNull(),
  endsAt: integer('ends_at'),
});

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  remembered: integer('remembered', { mode: 'boolean' }).notNull(),
  userAgent: text('user_agent'),
  place: text('place'),
  createdAt: integer('created_at').notNull(),
  lastSeenAt: integer('last_seen_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  endedAt: integer('ended_at'),
  endReason: text('end_reason', { enum: SESSION_END_REASONS }),
  steppedUpAt: integer('stepped_up_at'),
  steppedUpBy: text('stepped_up_by', { enum: ['password', 'passkey', 'totp', 'recovery'] }),
  tokenGeneration: integer('token_generation').notNull(),
});

export const refreshTokens = sqliteTable('refresh_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  sessionId: text('session_id').notNull(),
  issuedAt: integer('issued_at').notNull(),
  spentAt: integer('spent_at'),
});

export const operations = sqliteTable('operations', {
  id: text('id').primaryKey(),
  seq: integer('seq').notNull(),
  accountId: text('account_id').notNull(),
  initiator: text('initiator', { enum: ['customer', 'gateway', 'house'] }).notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  requestHash: text('request_hash').notNull(),
  kind: text('kind', { enum: OPERATION_KINDS }).notNull(),
  quoteId: text('quote_id'),
  quoteBasis: text('quote_basis'),
  reverses: text('reverses'),
  reply: text('reply'),
  createdAt: integer('created_at').notNull(),
});

export const transactions = sqliteTable('transactions', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  operationId: text('operation_id').notNull(),
  type: text('type').$type<TransactionType>().notNull(),
  metal: text('metal', { enum: ['gold', 'silver'] }),
  ouncesE4: integer('ounces_e4'),
  priceCents: integer('price_cents'),
  subtotalCents: integer('subtotal_cents').notNull(),
  feeCents: integer('fee_cents').notNull(),
  totalCents: integer('total_cents').notNull(),
  basisRemovedCents: integer('basis_removed_cents'),
  status: text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
  method: text('method', { enum: PAYMENT_METHODS }),
  gateway: text('gateway'),
  notes: text('notes'),
  createdAt: integer('created_at').notNull(),
  settledAt: integer('settled_at'),
  reverses: text('reverses'),
  reversedType: text('reversed_type', { enum: REVERSIBLE_TYPES }),
});

export const deposits = sqliteTable('deposits', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  feeCents: integer('fee_cents').notNull(),
  announcedCents: integer('announced_cents'),
  method: text('method', { enum: PAYMENT_METHODS }).notNull(),
  gateway: text('gateway').notNull(),
  gatewayReference: text('gateway_reference'),
  status: text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
  acknowledgedAt: integer('acknowledged_at'),
  settlementId: text('settlement_id'),
  createdAt: integer('created_at').notNull(),
  settledAt: integer('settled_at'),
  asks: integer('asks').notNull(),
  askedAt: integer('asked_at'),
  nextAskAt: integer('next_ask_at'),
  paidReference: text('paid_reference'),
});

export const dayCloses = sqliteTable('day_closes', {
  day: text('day').primaryKey(),
  priceKind: text('price_kind', { enum: ['spot', 'simulated'] }).notNull(),
  seqTo: integer('seq_to').notNull(),
  goldCents: integer('gold_cents'),
  goldAt: integer('gold_at'),
  silverCents: integer('silver_cents'),
  silverAt: integer('silver_at'),
  usdBrlE4: integer('usd_brl_e4'),
  usdBrlAt: integer('usd_brl_at'),
  customers: integer('customers').notNull(),
  cashCents: integer('cash_cents').notNull(),
  goldE4: integer('gold_e4').notNull(),
  silverE4: integer('silver_e4').notNull(),
  stockGoldE4: integer('stock_gold_e4').notNull(),
  stockSilverE4: integer('stock_silver_e4').notNull(),
  entriesHash: text('entries_hash').notNull(),
  root: text('root'),
  previousHash: text('previous_hash'),
  hash: text('hash').notNull(),
  kid: text('kid').notNull(),
  signature: text('signature').notNull(),
  closedAt: integer('closed_at').notNull(),
});

export const mailedLinks = sqliteTable('mailed_links', {
  id: text('id').primaryKey(),
  purpose: text('purpose', { enum: MAILED_LINK_PURPOSES }).notNull(),
  userId: text('user_id').notNull(),
  email: text('email').notNull(),
  subjectId: text('subject_id'),
  tokenHash: text('token_hash').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  uses: integer('uses').notNull(),
  spentAt: integer('spent_at'),
});

export const securityEvents = sqliteTable('security_events', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  kind: text('kind', { enum: SECURITY_EVENT_KINDS }).notNull(),
  device: text('device'),
  place: text('place'),
  detail: text('detail'),
  times: integer('times').notNull(),
  happenedAt: integer('happened_at').notNull(),
});
