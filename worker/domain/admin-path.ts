// In the first load of every page, which asks whether it draws its frame: the rules of who may open what are elsewhere.

/** Of an unprefixed path, whether or not there is such a page. */
export const isAdminPage = (path: string): boolean => /^\/admin(?:\/|$)/u.test(path);
