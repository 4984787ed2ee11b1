// The tables of a safe account as drizzle sees them, for typed reads. migrations/0006_security.sql is the truth and says why.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SECURITY_EVENT_KINDS } from '../domain/security-events.ts';

export const passwordResets = sqliteTable('password_resets', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
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
