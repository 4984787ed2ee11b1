// Fixed ids of the seeded operators of a local start: /dev/authenticator shows codes of these alone.

export const DEMO_OPERATOR_IDS = [
  '0c0a0000-0000-4000-8000-000000000002',
  '0c0a0000-0000-4000-8000-000000000003',
] as const;
