/** Lets the browser download a file of the server, so that no page holds a file of any size. */
export function download(address: URL): void {
  const link = document.createElement('a');
  link.href = address.href;
  link.download = '';
  link.click();
}
