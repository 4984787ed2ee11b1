export function stepClock(offsetMs: number): void;
