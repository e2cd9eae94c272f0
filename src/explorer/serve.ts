import { stringify } from 'yaml'
import { builtPage, parsedBy, UsageError } from '../base/index.js'
import { action as actionSchema, describeIssues } from '../sandbox/internal.js'
import { servePage, type PageAnswer, type PagePortOptions, type PageServer } from '../server/internal.js'
import { jsonOf } from '../pages/index.js'
import { act, errorData, performed } from './act.js'
import { Clock } from './clock.js'
import { exampleFile } from './examples.js'
import type { Explored } from './explored.js'
import type { ActionAnswer, ErrorData, Json, PacketRow } from './model.js'
import { packets } from './relays.js'
import { isSchema } from './schemas.js'
import { Announcer } from './state.js'
import { testText } from './test-text.js'
import { Views } from './views.js'

type Body = { readonly [member: string]: Json }

/** Opens the explorer's page. @throws UsageError if it cannot listen on the address, or the package was not built */
export async function serveExplorer(explored: Explored, options: PagePortOptions): Promise<PageServer> {
  const announcer = new Announcer(explored)
  const views = new Views(explored, announcer)
  const clock = new Clock(explored, (reason) => announcer.pace(null, reason))
  const changes = new ChangeRequests(explored, announcer, views, clock)
  const close = (): void => {
    clock.set(null)
    announcer.close()
  }
  try {
    const server = await servePage(
      {
        html: builtPage('explorer.html', "the explorer's page"),
        read: (name, params) =>
          answered(() => (name === 'rest' ? restAnswer(views, params) : views.view(name, params))),
        write: (name, body) => answered(() => changes.handle(name, body)),
        listen: (send) => {
          send(JSON.stringify(announcer.state))
          return announcer.listen((state) => send(JSON.stringify(state)))
        },
      },
      options,
    )
    return {
      ...server,
      close: async () => {
        close()
        await server.close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Refuses a request about a state that no longer exists. */
class Stale extends Error {}

async function answered(work: () => Promise<Json> | PageAnswer): Promise<PageAnswer> {
  try {
    const result = work()
    return result instanceof Promise ? { status: 200, body: JSON.stringify(await result) } : result
  } catch (error) {
    const refusal: ErrorData =
      error instanceof Stale ? { kind: 'stale', message: error.message, details: [] } : errorData(error)
    const status = { stale: 409, internal: 500, refused: 400, invalid: 400, chain: 400 }[refusal.kind]
    return { status, body: JSON.stringify({ error: refusal }) }
  }
}

/** What the REST port of a chain answers: `chain` and `path`. */
function restAnswer(views: Views, params: URLSearchParams): PageAnswer {
  const gateway = views.gateway(params.get('chain') ?? '')
  const answer = gateway.answer({ verb: 'GET', url: params.get('path') ?? '', body: '', height: 0 })
  if (answer.status === 200) return answer
  const { message } = JSON.parse(answer.body) as { readonly message: string }
  return { status: answer.status, body: JSON.stringify({ error: { kind: 'chain', message, details: [] } }) }
}

/** Requests that change something. Each corresponds to a method of the sandbox or to an action. */
class ChangeRequests {
  readonly #explored: Explored
  readonly #announcer: Announcer
  readonly #views: Views
  readonly #clock: Clock
  readonly #handlers: Readonly<Record<string, (body: Body) => Promise<unknown>>>

  constructor(explored: Explored, announcer: Announcer, views: Views, clock: Clock) {
    this.#explored = explored
    this.#announcer = announcer
    this.#views = views
    this.#clock = clock
    this.#handlers = {
      action: ({ action }) => act(explored, action),
      snapshot: async () => ({ id: await explored.snapshot() }),
      restore: async ({ id }) => explored.restore(wholeNumber(id, 'id')),
      forget: async ({ id }) => explored.forget(wholeNumber(id, 'id')),
      clock: async ({ every }) => this.#setClock(every),
      fixture: (body) => this.#fixture(body),
      codeName: async (body) => this.#giveCodeName(body),
      example: (body) => this.#storeExample(body),
      schema: async (body) => this.#giveSchema(body),
      abi: async ({ name, abi }) => views.giveAbi(textOf(name, 'name'), abi ?? null),
    }
  }

  /** @throws Stale, UsageError */
  async handle(name: string, text: string): Promise<Json> {
    const handler = Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined
    if (handler === undefined) throw new UsageError(`there is no request "${name}"`)
    const body = parsed(text)
    const { epoch, revision } = body
    if (epoch !== this.#announcer.epoch)
      throw new Stale(
        'a snapshot was restored, or the server was restarted, since the page was updated: check the state, and try again',
      )
    if (revision !== undefined && revision !== this.#announcer.revision)
      throw new Stale('the sandbox has changed since the page was updated: check the state, and try again')
    if (name === 'action') await this.#checkPacket(body['packet'])
    return jsonOf((await handler(body)) ?? {})
  }

  /** Another page may have delivered the packet that an action is about. @param seen the packet as the page showed it */
  async #checkPacket(seen: Json | undefined): Promise<void> {
    if (typeof seen !== 'object' || seen === null) return
    const shown = seen as unknown as Partial<PacketRow>
    const names = ['from', 'sourcePort', 'sourceChannel', 'sequence'] as const
    const all = await packets(this.#explored)
    const now = all.find((packet) => names.every((name) => packet[name] === shown[name]))
    const which = `packet ${shown.sequence} of ${shown.sourceChannel}`
    if (now === undefined)
      throw new Stale(
        `${which} is no longer in flight: it was delivered by another client, or timed out. The action was refused`,
      )
    if (now.state !== shown.state || now.next !== shown.next || now.held !== shown.held)
      throw new Stale(
        `${which} has changed since the page was updated. The action was refused; check the state, and try again`,
      )
  }

  #setClock(every: Json | undefined): void {
    const seconds = every === null || every === undefined ? null : wholeNumber(every, 'every')
    if (seconds !== null && (seconds < 1 || seconds > 3600))
      throw new UsageError('"every" is 1 to 3600 seconds, or null')
    this.#clock.set(seconds)
    this.#announcer.pace(seconds)
  }

  /** Everything so far as a file. */
  async #fixture({ form, title, expect }: Body): Promise<{ readonly name: string; readonly text: string }> {
    if (this.#explored.actions() === 0) throw new UsageError('nothing was done yet: there is nothing to export')
    const shown = typeof title === 'string' && title.trim() !== '' ? title.trim() : 'from the explorer'
    const isTest = form === 'test'
    const recording = this.#explored.recording('explorer.yaml', {
      title: shown,
      expect: isTest || expect === 'partial' ? 'partial' : 'exact',
    })
    const fixture = await recording.fixture()
    const name =
      shown
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'explorer'
    if (isTest) return { name: `${name}.test.ts`, text: testText(fixture) }
    return { name: `${name}.yaml`, text: stringify(fixture, { lineWidth: 0, aliasDuplicateObjects: false }) }
  }

  #giveCodeName({ chain, code, name }: Body): void {
    this.#views.codeNames.give(this.#views.checksum(textOf(chain, 'chain'), textOf(code, 'code')), textOf(name, 'name'))
    this.#announcer.changed()
  }

  /** Stores a contract of the package. */
  async #storeExample({ chain, from, impersonate, file }: Body): Promise<ActionAnswer> {
    const messages = [{ store: { wasm: { path: exampleFile(textOf(file, 'file')) } } }]
    const wanted = { action: 'tx', chain, from, ...(impersonate === true && { impersonate }), messages }
    const parsed = parsedBy(actionSchema, wanted)
    if (!parsed.success) throw new UsageError('not an action', { details: describeIssues(parsed.error) })
    return performed(this.#explored, parsed.data)
  }

  #giveSchema({ chain, code, schema }: Body): void {
    if (!isSchema(schema))
      throw new UsageError('this is not the schema of a contract', {
        details: [
          'expected: the file that `cargo schema` or `sudobox schema infer` writes, with "instantiate", "execute", "query"',
        ],
      })
    this.#views.schemas.give(this.#views.checksum(textOf(chain, 'chain'), textOf(code, 'code')), schema!)
    this.#announcer.changed()
  }
}

function parsed(text: string): Body {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  } catch {
    // The same error.
  }
  throw new UsageError('the request is not a JSON object')
}

function textOf(value: Json | undefined, name: string): string {
  if (typeof value === 'string') return value
  throw new UsageError(`"${name}" must be a text`)
}

function wholeNumber(value: Json | undefined, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new UsageError(`"${name}" must be a whole number`)
}
