import type { Json } from '../values/values.js'

/**
 * What a recording expects of each step. `exact`: the whole outcome, to the byte. `partial`: whether it succeeded or with which error it failed,
 * and the outcomes of callbacks; gas, events and heights may change.
 */
export type Exactness = 'exact' | 'partial'

type View = { readonly [member: string]: Json }

/** Members of outcomes that say what was created, not what it cost. */
const LASTING = ['clientId', 'clients', 'connections', 'channels', 'kind', 'queryId', 'type']

/** The expectation of a step, as a fixture writes it. @param view the outcome as fixtures see it */
export const expectationOf = (view: Json, exactness: Exactness): Json =>
  exactness === 'exact' ? { $is: view } : partOf(view as View)

function partOf(view: View): View {
  const part: Record<string, Json> = { ok: view['ok'] ?? view['code'] === 0 }
  if (part['ok'] === false) for (const member of ['codespace', 'code', 'refused']) copy(view, part, member)
  const ethereum = view['ethereum'] as View | undefined
  if (ethereum?.['failure']) part['ethereum'] = { failure: ethereum['failure'] }
  if (view['error']) part['error'] = { code: (view['error'] as View)['code']! }
  for (const member of LASTING) copy(view, part, member)
  if (Array.isArray(view['sudo']) && view['sudo'].length > 0)
    part['sudo'] = (view['sudo'] as View[]).map(({ contract, failure }) => ({
      contract: contract!,
      failure: failure ? { error: (failure as View)['error']! } : null,
    }))
  if (Array.isArray(view['delivered'])) part['delivered'] = (view['delivered'] as View[]).map(partOf)
  return part
}

function copy(from: View, to: Record<string, Json>, member: string): void {
  const value = from[member]
  if (value !== undefined) to[member] = value
}
