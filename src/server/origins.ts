const WEB: ReadonlySet<string> = new Set(['http:', 'https:'])

/** The URL of a page of the web; undefined for anything else that has an origin, such as a browser's extension: `chrome-extension://localhost`. */
export function webPage(origin: string): URL | undefined {
  try {
    const url = new URL(origin)
    return WEB.has(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether requests from an origin are allowed. Browsers send the origin of the page; other clients send none and are let
 * in. Host names are compared without port; `*` allows all. Source: cosmos/evm rpc/websockets.go.
 */
export function allowsOrigin(origin: string | undefined, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes('*')) return true
  const page = webPage(origin)
  return page !== undefined && origins.includes(page.hostname)
}
