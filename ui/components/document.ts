/** Text that was compressed when the page was written. */
export async function unpacked(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}

/** The document that the page shows: the JSON embedded in it. */
export async function loadDocument<T>(): Promise<T> {
  const element = document.getElementById('document')!
  const text = element.textContent ?? ''
  return JSON.parse(element.getAttribute('type') === 'application/json' ? text : await unpacked(text)) as T
}
