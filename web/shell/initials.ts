/** Up to two letters for the avatar: first and last name. */
export function initials(fullName: string): string {
  const names = fullName.trim().split(/\s+/);
  const letters = names.length > 1 ? [names.at(0), names.at(-1)] : [names.at(0)];
  return letters.map((name) => [...(name ?? '')].at(0)?.toUpperCase() ?? '').join('');
}
