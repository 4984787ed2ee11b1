// The account tables as drizzle sees them, for typed reads. migrations/0001_accounts.sql is the truth and says why.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
});

export const operators = sqliteTable('admin_users', {
  userId: text('user_id').primaryKey(),
  createdAt: integer('created_at').notNull(),
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
  endReason: text('end_reason', {
    enum: ['signed-out', 'revoked', 'refresh-token-reused', 'suspended', 'password-changed'],
  }),
  steppedUpAt: integer('stepped_up_at'),
});

export const refreshTokens = sqliteTable('refresh_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  sessionId: text('session_id').notNull(),
  issuedAt: integer('issued_at').notNull(),
  spentAt: integer('spent_at'),
});
