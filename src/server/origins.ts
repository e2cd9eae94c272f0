/**
 * Whether a client may come from where it says. Browsers name the origin of the page; other clients name none and are let
 * in. Host names are compared without port; `*` lets in all. Source: cosmos/evm rpc/websockets.go.
 */
export function allowsOrigin(origin: string | undefined, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes('*')) return true
  try {
    return origins.includes(new URL(origin).hostname)
  } catch {
    return false
  }
}
