/**
 * Whether requests from an origin are allowed. Browsers send the origin of the page; other clients send none and are let
 * in. Host names are compared without port; `*` allows all. Source: cosmos/evm rpc/websockets.go.
 */
export function allowsOrigin(origin: string | undefined, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes('*')) return true
  try {
    return origins.includes(new URL(origin).hostname)
  } catch {
    return false
  }
}
