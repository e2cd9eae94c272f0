import { useEffect, useRef, useState } from 'preact/hooks'
import type { ActionAnswer, ErrorData, ExplorerState, PacketRow, PartDetail } from '../../src/explorer/model.js'
import { client, Refusal, type Snapshot } from './client.js'

/** The page's connection to its server, and the last state that it received. */
export function useClient(): Snapshot {
  const [now, setNow] = useState(client.now)
  useEffect(() => {
    setNow(client.now)
    return client.listen(() => setNow(client.now))
  }, [])
  return now
}

/** The state, where there is one: parts that use it are shown only then. */
export const useExplorer = (): ExplorerState => useClient().state!

export interface Viewed<T> {
  readonly data: T | undefined
  readonly error: ErrorData | undefined
}

/** Milliseconds between two looks at the same thing. */
const PAUSE = 250

/** What the server shows under a name, again after each change. */
export function useView<T>(
  name: string,
  params: Readonly<Record<string, string | number | undefined>> = {},
  { skip = false }: { readonly skip?: boolean } = {},
): Viewed<T> {
  const { state } = useClient()
  const key = JSON.stringify([name, params])
  const [seen, setSeen] = useState<Viewed<T> & { readonly key: string }>()
  const [work] = useState(() => new Looking())
  useEffect(() => () => work.end(), [])
  const revision = `${state?.epoch} ${state?.revision}`
  useEffect(() => {
    if (skip) return
    work.look(key, async () => {
      const next = await client.get<T>(name, params).then(
        (data) => ({ data, error: undefined }),
        (error: unknown) => ({ data: undefined, error: dataOf(error) }),
      )
      if (work.key === key) setSeen({ ...next, key })
    })
  }, [key, revision, skip])
  return seen?.key === key ? seen : { data: undefined, error: undefined }
}

/** Looks once at a time, and not too often, however fast things change. */
class Looking {
  /** What is looked at; undefined once nobody does any more. */
  key: string | undefined = ''
  #busy = false
  #next: (() => Promise<void>) | undefined
  #last = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  look(key: string, work: () => Promise<void>): void {
    if (this.key === undefined) return
    const isNew = this.key !== key
    this.key = key
    this.#next = work
    if (isNew) this.#last = 0
    if (!this.#busy) this.#plan()
  }

  end(): void {
    this.key = undefined
    clearTimeout(this.#timer)
  }

  #plan(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, this.#last + PAUSE - Date.now()))
  }

  async #run(): Promise<void> {
    const work = this.#next
    if (work === undefined || this.key === undefined) return
    this.#next = undefined
    this.#busy = true
    this.#last = Date.now()
    await work()
    this.#busy = false
    if (this.#next !== undefined) this.#plan()
  }
}

const dataOf = (error: unknown): ErrorData =>
  error instanceof Refusal
    ? error.data
    : { kind: 'internal', message: error instanceof Error ? error.message : String(error), details: [] }

/** The result of something that a user did. */
export type Answer = Partial<ActionAnswer> & { readonly what: string; readonly text?: string }

export interface Acting {
  readonly busy: boolean
  readonly answer: Answer | undefined
  /** Runs actions one after the other, up to the first that fails. @returns the result of the last one; undefined when one failed */
  readonly act: (what: string, ...actions: readonly object[]) => Promise<ActionAnswer | undefined>
  /** Confirms an action on a packet, if it still is as it was shown. */
  readonly actOn: (packet: PacketRow, what: string, ...actions: readonly object[]) => Promise<ActionAnswer | undefined>
  /** Stores a contract of the package. @param sender with the chain */
  readonly store: (file: string, sender: object) => Promise<ActionAnswer | undefined>
  /** Asks for something else that changes the sandbox. @returns the result; undefined when it was refused */
  readonly ask: <T>(what: string, name: string, body: object, text?: string) => Promise<T | undefined>
  readonly forget: () => void
}

const REPLACED: ErrorData = {
  kind: 'stale',
  message: 'a snapshot was restored or the server was restarted since this page was loaded, so the action was refused',
  details: ['check the form, and send it again'],
}

/** Runs what a user requests, and keeps the result. */
export function useActing(): Acting {
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  /** What the user saw when this was filled in. */
  const seen = useRef(client.replaced)
  const guarded = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    if (seen.current !== client.replaced) {
      seen.current = client.replaced
      setAnswer({ what, error: REPLACED, parts: [] })
      return undefined
    }
    setBusy(true)
    try {
      return await work()
    } catch (error) {
      setAnswer({ what, error: dataOf(error), parts: [] })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const run = (what: string, bodies: readonly object[], name = 'action') =>
    guarded(what, async () => {
      const parts: PartDetail[] = []
      let last: ActionAnswer | undefined
      for (const body of bodies) {
        last = await client.post<ActionAnswer>(name, body)
        parts.push(...last.parts)
        setAnswer({ what, ...last, parts: [...parts] })
        if (last.error) return undefined
      }
      return last
    })
  return {
    busy,
    answer,
    forget: () => setAnswer(undefined),
    act: (what, ...actions) =>
      run(
        what,
        actions.map((action) => ({ action })),
      ),
    actOn: (packet, what, ...actions) =>
      run(
        what,
        actions.map((action, i) => ({ action, ...(i === 0 && { packet }) })),
      ),
    store: (file, sender) => run(`store ${file}`, [{ ...sender, file }], 'example'),
    ask: (what, name, body, text) =>
      guarded(what, async () => {
        const given = await client.post<never>(name, body)
        setAnswer({ what, ...(text !== undefined && { text }), parts: [] })
        return given
      }),
  }
}
