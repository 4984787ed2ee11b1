/** The year of the build, written in by vite.config.ts. */
declare const __BUILD_YEAR__: number;
