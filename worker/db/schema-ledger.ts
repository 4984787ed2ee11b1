// The ledger's tables that are read through drizzle. migrations/0003_ledger.sql is the truth and says why.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const operations = sqliteTable('operations', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  initiator: text('initiator', { enum: ['customer', 'gateway', 'house'] }).notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  requestHash: text('request_hash').notNull(),
  kind: text('kind', {
    enum: ['trade', 'deposit', 'settlement', 'bonus', 'withdrawal', 'reversal'],
  }).notNull(),
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
  type: text('type', { enum: ['buy', 'sell', 'deposit', 'withdrawal', 'bonus', 'reversal'] }).notNull(),
  metal: text('metal', { enum: ['gold', 'silver'] }),
  ouncesE4: integer('ounces_e4'),
  priceCents: integer('price_cents'),
  subtotalCents: integer('subtotal_cents').notNull(),
  feeCents: integer('fee_cents').notNull(),
  totalCents: integer('total_cents').notNull(),
  basisRemovedCents: integer('basis_removed_cents'),
  status: text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
  method: text('method', { enum: ['bank_transfer', 'wire', 'debit_card'] }),
  gateway: text('gateway'),
  notes: text('notes'),
  createdAt: integer('created_at').notNull(),
  settledAt: integer('settled_at'),
  reverses: text('reverses'),
  reversedType: text('reversed_type', { enum: ['buy', 'sell', 'deposit', 'bonus'] }),
});

export const deposits = sqliteTable('deposits', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  feeCents: integer('fee_cents').notNull(),
  method: text('method', { enum: ['bank_transfer', 'wire', 'debit_card'] }).notNull(),
  gateway: text('gateway').notNull(),
  gatewayReference: text('gateway_reference'),
  status: text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
  acknowledgedAt: integer('acknowledged_at'),
  settlementId: text('settlement_id'),
  createdAt: integer('created_at').notNull(),
  settledAt: integer('settled_at'),
});
