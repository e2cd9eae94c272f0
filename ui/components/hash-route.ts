import { useEffect, useState } from 'preact/hooks'

/** The place in a page, kept in the address, so that "back" works and a place can be sent to somebody. */
export function useHashRoute<Route>(
  routeOf: (parts: URLSearchParams) => Route,
  partsOf: (route: Route) => URLSearchParams,
): readonly [Route, (route: Route, replace?: boolean) => void] {
  const read = (): Route => routeOf(new URLSearchParams(location.hash.replace(/^#/, '')))
  const [route, setRoute] = useState(read)
  useEffect(() => {
    const follow = (): void => setRoute(read())
    addEventListener('popstate', follow)
    addEventListener('hashchange', follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('hashchange', follow)
    }
  }, [])
  const go = (next: Route, replace = false): void => {
    history[replace ? 'replaceState' : 'pushState'](null, '', `#${partsOf(next)}`)
    setRoute(next)
  }
  return [route, go]
}
