import { useHashRoute } from '../components/hash-route.js'

/** A place in a report. */
export interface Route {
  /** A run of the document; undefined: the campaign or the tests themselves. */
  readonly run?: number | undefined
  readonly tab?: string | undefined
  /** A row of the run's timeline. */
  readonly row?: number | undefined
}

function routeOf(parts: URLSearchParams): Route {
  const number = (name: string): number | undefined => {
    const text = parts.get(name)
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
  }
  return { run: number('run'), tab: parts.get('tab') ?? undefined, row: number('row') }
}

function partsOf({ run, tab, row }: Route): URLSearchParams {
  const parts = new URLSearchParams()
  if (run !== undefined) parts.set('run', String(run))
  if (tab !== undefined) parts.set('tab', tab)
  if (row !== undefined) parts.set('row', String(row))
  return parts
}

export const useRoute = (): readonly [Route, (route: Route, replace?: boolean) => void] =>
  useHashRoute(routeOf, partsOf)
