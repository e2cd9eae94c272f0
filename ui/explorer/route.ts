import { useHashRoute } from '../components/hash-route.js'

/** A place in the explorer. */
export interface Route {
  readonly tab?: string | undefined
  /** A row of the activity. */
  readonly row?: string | undefined
  /** The contract that is looked at. */
  readonly chain?: string | undefined
  readonly address?: string | undefined
  /** The part of the contract. */
  readonly part?: string | undefined
}

const MEMBERS = ['tab', 'row', 'chain', 'address', 'part'] as const

const routeOf = (parts: URLSearchParams): Route =>
  Object.fromEntries(MEMBERS.map((name) => [name, parts.get(name) ?? undefined]))

function partsOf(route: Route): URLSearchParams {
  const parts = new URLSearchParams()
  for (const name of MEMBERS) if (route[name] !== undefined) parts.set(name, route[name])
  return parts
}

export type Go = (route: Route, replace?: boolean) => void

export const useRoute = (): readonly [Route, Go] => useHashRoute(routeOf, partsOf)
