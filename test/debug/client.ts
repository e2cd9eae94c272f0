import { basename } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { DebugClient } from '@vscode/debugadapter-testsupport'
import type { DebugProtocol } from '@vscode/debugprotocol'

/** A client of a process, in place of a socket. */
export class StreamClient extends DebugClient {
  over(output: NodeJS.ReadableStream, input: NodeJS.WritableStream): void {
    this.connect(output as Readable, input as Writable)
  }
}

const THREAD = { threadId: 1 }

/** A client of the debug adapter that waits for each stop. */
export class Editor {
  readonly client: DebugClient

  private constructor(client: DebugClient) {
    this.client = client
  }

  /** Launches, sets breakpoints, and waits for the first stop. */
  static async launch(
    connect: (client: StreamClient) => unknown,
    args: object,
    prepare?: (editor: Editor) => Promise<unknown>,
  ): Promise<{ readonly editor: Editor; readonly stop: DebugProtocol.StoppedEvent['body'] }> {
    const client = new StreamClient('node', '', 'sudobox')
    client.defaultTimeout = 60_000
    await connect(client)
    const editor = new Editor(client)
    await client.initializeRequest()
    await Promise.all([client.waitForEvent('initialized'), client.launch(args)])
    await prepare?.(editor)
    const [stop] = await Promise.all([editor.stopped(), client.configurationDoneRequest()])
    return { editor, stop }
  }

  async stopped(): Promise<DebugProtocol.StoppedEvent['body']> {
    const event = (await this.client.waitForEvent('stopped')) as DebugProtocol.StoppedEvent
    return event.body
  }

  /** @returns why it stopped, and where: `breakpoint state.rs:55` */
  async go(request: 'next' | 'stepIn' | 'stepOut' | 'stepBack' | 'continue' | 'reverseContinue'): Promise<string> {
    const [{ reason }] = await Promise.all([this.stopped(), this.client[`${request}Request`](THREAD)])
    return `${reason} ${(await this.stack())[0]!}`
  }

  /** `behaviour.rs:127 perform`, the innermost first. */
  async stack(): Promise<readonly string[]> {
    const { body } = await this.client.stackTraceRequest(THREAD)
    return body.stackFrames.map(
      ({ name, source, line }) => `${basename(source?.path ?? '')}:${line} ${name.replace(/^.*::/, '')}`,
    )
  }

  /** The variables of a scope of a frame, counted from 1. */
  async scope(frameId: number, name: string): Promise<Readonly<Record<string, string>>> {
    const { body } = await this.client.scopesRequest({ frameId })
    const { variablesReference } = body.scopes.find((one) => one.name === name)!
    const answer = await this.client.variablesRequest({ variablesReference })
    return Object.fromEntries(answer.body.variables.map((one) => [one.name, one.value]))
  }

  async watch(expression: string, frameId = 1): Promise<string> {
    const { body } = await this.client.evaluateRequest({ expression, frameId, context: 'watch' })
    return body.result
  }
}
