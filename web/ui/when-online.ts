/** The network comes back some moments before requests reach it: three are asked for. */
const TRIES = 3;
const AGAIN_MS = 1_000;

/**
 * Loads code that a press needs. Without a network it waits for one: the press is answered late, and the page stays.
 * With a network that fails it asks again, and then throws.
 */
export async function whenOnline<T>(load: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const online = navigator.onLine;
    if (online && tries === 1) throw error;
    await (online ? pause() : network());
    await reloadFailedStyles();
    return whenOnline(load, online ? tries - 1 : tries);
  }
}

function pause(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
}

function network(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/** The loader of the build asks for the styles of a part once, also when that failed. */
async function reloadFailedStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter((link) => !hasRules(link)).map(reload));
}

/** The rules of a stylesheet that could not be loaded cannot be read, or there is no sheet. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}

function reload(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.addEventListener('load', resolve);
    copy.addEventListener('error', resolve);
    link.replaceWith(copy);
  });
}
