import { useEffect, useState } from 'preact/hooks'

/** Where one is in a report: it is in the address, so that "back" goes back and a place can be sent to somebody. */
export interface Route {
  /** A run of the document; undefined: the campaign or the tests themselves. */
  readonly run?: number | undefined
  readonly tab?: string | undefined
  /** A row of the run's timeline. */
  readonly row?: number | undefined
}

function routeOf(hash: string): Route {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const number = (name: string): number | undefined => {
    const text = parts.get(name)
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
  }
  return { run: number('run'), tab: parts.get('tab') ?? undefined, row: number('row') }
}

function hashOf({ run, tab, row }: Route): string {
  const parts = new URLSearchParams()
  if (run !== undefined) parts.set('run', String(run))
  if (tab !== undefined) parts.set('tab', tab)
  if (row !== undefined) parts.set('row', String(row))
  return `#${parts}`
}

export function useRoute(): readonly [Route, (route: Route, replace?: boolean) => void] {
  const [route, setRoute] = useState(() => routeOf(location.hash))
  useEffect(() => {
    const follow = (): void => setRoute(routeOf(location.hash))
    addEventListener('popstate', follow)
    addEventListener('hashchange', follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('hashchange', follow)
    }
  }, [])
  const go = (next: Route, replace = false): void => {
    history[replace ? 'replaceState' : 'pushState'](null, '', hashOf(next))
    setRoute(next)
  }
  return [route, go]
}
