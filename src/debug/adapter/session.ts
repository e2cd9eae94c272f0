import { basename, resolve } from 'node:path'
import {
  Breakpoint as VerifiedBreakpoint,
  DebugSession,
  Handles,
  InitializedEvent,
  Scope,
  Source,
  StackFrame,
  StoppedEvent,
  TerminatedEvent,
  Thread,
} from '@vscode/debugadapter'
import type { DebugProtocol } from '@vscode/debugprotocol'
import type { CallTrace, TracedFrame } from '../call-trace.js'
import { failingStep, into, out, over, type Direction } from '../navigation.js'
import { storageAt, storageUses, type StorageUse } from '../storage.js'
import type { DebugValue, DebugVariable } from '../values.js'
import { FORMS, lineBreakpoint, namedBreakpoint, nextStop, storageBreakpoint, type Breakpoint } from './breakpoints.js'
import { launchArguments, type LaunchArguments } from './launch.js'
import { gasVariables, storageVariables, storedValue, type Debugged } from './scopes.js'
import { watchedKey, watchVariable } from './watch.js'

const THREAD = 1
/** Milliseconds without a step. */
const IDLE = 150
/** The frame of a scope that is the same for all frames. */
const STORAGE = 'Storage'
const GAS = 'Gas'

type Children = () => readonly DebugVariable[]

/** A client's session: one call, from its first line to its last, in both directions. */
export class CallDebugSession extends DebugSession {
  readonly #open: (launch: LaunchArguments) => Promise<Debugged>
  #debugged: Debugged | undefined
  #step = 0
  #uses: readonly StorageUse[] = []
  #failing = 0
  #frames: readonly TracedFrame[] = []
  readonly #children = new Handles<Children>()
  /** By the request that set them. */
  readonly #breakpoints = new Map<string, readonly Breakpoint[]>()
  /** Requests for breakpoints can come before the call is open. */
  #stopAt: LaunchArguments['stopAt']
  /** While nobody asks, the steps nearby are recorded. */
  #idle: NodeJS.Timeout | undefined

  constructor(open: (launch: LaunchArguments) => Promise<Debugged>) {
    super()
    this.#open = open
    this.setDebuggerLinesStartAt1(true)
    this.setDebuggerColumnsStartAt1(true)
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = {
      supportsConfigurationDoneRequest: true,
      supportsStepBack: true,
      supportsFunctionBreakpoints: true,
      supportsDataBreakpoints: true,
      supportsEvaluateForHovers: true,
      supportsExceptionInfoRequest: true,
      supportsTerminateRequest: true,
      supportsDelayedStackTraceLoading: true,
      exceptionBreakpointFilters: [
        { filter: 'error', label: 'The line that failed', description: 'Stops where the call failed.', default: true },
      ],
    }
    this.sendResponse(response)
  }

  protected override async launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: DebugProtocol.LaunchRequestArguments,
  ): Promise<void> {
    try {
      const launch = launchArguments(args)
      this.#debugged = await this.#open(launch)
      this.#stopAt = launch.stopAt
      this.#uses = storageUses(this.#trace)
      this.#failing = failingStep(this.#trace)
      this.sendResponse(response)
      // Breakpoints need the call: clients set them after this.
      this.sendEvent(new InitializedEvent())
    } catch (error) {
      this.#fail(response, error)
    }
  }

  protected override configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): void {
    this.sendResponse(response)
    if (this.#stopAt === 'entry') this.#stopped(0, 'entry')
    else this.#stopped(this.#failing, this.#trace.failure === undefined ? 'end' : 'exception')
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    response.body = { threads: [new Thread(THREAD, this.#debugged?.title ?? 'call')] }
    this.sendResponse(response)
  }

  protected override stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    { startFrame = 0, levels }: DebugProtocol.StackTraceArguments,
  ): void {
    const all = this.#frames.map((frame, i) => this.#stackFrame(frame, i))
    response.body = {
      stackFrames: all.slice(startFrame, levels === undefined || levels === 0 ? undefined : startFrame + levels),
      totalFrames: all.length,
    }
    this.sendResponse(response)
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    { frameId }: DebugProtocol.ScopesArguments,
  ): void {
    const frame = this.#frames[frameId - 1]
    const locals = new Scope(
      'Locals',
      this.#handle(() => frame?.variables() ?? []),
      false,
    )
    response.body = {
      scopes: [
        Object.assign(locals, { presentationHint: 'locals' }),
        new Scope(
          STORAGE,
          this.#handle(() => storageVariables(this.#uses, this.#step)),
          false,
        ),
        new Scope(
          GAS,
          this.#handle(() => gasVariables(this.#debugged!, this.#step)),
          false,
        ),
      ],
    }
    this.sendResponse(response)
  }

  protected override variablesRequest(
    response: DebugProtocol.VariablesResponse,
    { variablesReference, start = 0, count }: DebugProtocol.VariablesArguments,
  ): void {
    const all = this.#children.get(variablesReference, () => [])()
    const chosen = count === undefined || count === 0 ? all.slice(start) : all.slice(start, start + count)
    response.body = { variables: chosen.map(({ name, value }) => ({ name, ...this.#shown(value) })) }
    this.sendResponse(response)
  }

  protected override evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    { expression, frameId }: DebugProtocol.EvaluateArguments,
  ): void {
    const value = this.#evaluate(expression, this.#frames[(frameId ?? 1) - 1])
    if (value === undefined)
      return this.sendErrorResponse(response, 2, `there is no ${expression} here: name a local, storage KEY, or gas`)
    const { value: result, ...shown } = this.#shown(value)
    response.body = { result, ...shown }
    this.sendResponse(response)
  }

  protected override nextRequest(response: DebugProtocol.NextResponse): void {
    this.#move(response, 1, over)
  }

  protected override stepInRequest(response: DebugProtocol.StepInResponse): void {
    this.#move(response, 1, into)
  }

  protected override stepOutRequest(response: DebugProtocol.StepOutResponse): void {
    this.#move(response, 1, out)
  }

  protected override stepBackRequest(response: DebugProtocol.StepBackResponse): void {
    this.#move(response, -1, over)
  }

  protected override continueRequest(response: DebugProtocol.ContinueResponse): void {
    this.sendResponse(response)
    this.#continue(1)
  }

  protected override reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): void {
    this.sendResponse(response)
    this.#continue(-1)
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    // The call is never running: it ran when it was opened.
    this.sendResponse(response)
    this.#stopped(this.#step, 'pause')
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    { source, breakpoints = [] }: DebugProtocol.SetBreakpointsArguments,
  ): void {
    const path = resolve(source.path ?? source.name ?? '')
    const isFile = (file: string): boolean => this.#trace.sources.pathOf(file) === path || file === source.path
    const found = breakpoints.map(({ line }) => lineBreakpoint(this.#trace, isFile, line))
    this.#breakpoints.set(
      `lines of ${path}`,
      found.flatMap((one) => (one === undefined ? [] : [one.breakpoint])),
    )
    response.body = {
      breakpoints: found.map((one, i) =>
        one === undefined
          ? unverified('no code of the contract comes from this line or one after it')
          : new VerifiedBreakpoint(true, one.line ?? breakpoints[i]!.line),
      ),
    }
    this.sendResponse(response)
  }

  protected override setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    { breakpoints }: DebugProtocol.SetFunctionBreakpointsArguments,
  ): void {
    const found = breakpoints.map(({ name }) => namedBreakpoint(this.#trace, this.#uses, this.#failing, name))
    this.#set('functions', response, found, `nothing in this call is meant by that: ${FORMS}`)
  }

  protected override dataBreakpointInfoRequest(
    response: DebugProtocol.DataBreakpointInfoResponse,
    { name }: DebugProtocol.DataBreakpointInfoArguments,
  ): void {
    const key = watchedKey(name) ?? name
    const isUsed = storageBreakpoint(this.#uses, key, 'storage') !== undefined
    response.body = isUsed
      ? { dataId: key, description: `storage ${key}`, accessTypes: ['read', 'write', 'readWrite'], canPersist: true }
      : { dataId: null, description: `${name} is not a key of storage that the call uses` }
    this.sendResponse(response)
  }

  protected override setDataBreakpointsRequest(
    response: DebugProtocol.SetDataBreakpointsResponse,
    { breakpoints }: DebugProtocol.SetDataBreakpointsArguments,
  ): void {
    const found = breakpoints.map(({ dataId, accessType = 'write' }) =>
      storageBreakpoint(this.#uses, dataId, accessType === 'readWrite' ? 'storage' : accessType),
    )
    this.#set('data', response, found, 'the call does not use this key in that way')
  }

  protected override setExceptionBreakPointsRequest(
    response: DebugProtocol.SetExceptionBreakpointsResponse,
    { filters }: DebugProtocol.SetExceptionBreakpointsArguments,
  ): void {
    const step = this.#trace.failure === undefined ? undefined : this.#failing
    this.#breakpoints.set('exceptions', filters.includes('error') ? [{ kind: 'error', step }] : [])
    this.sendResponse(response)
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    const { failure, error } = this.#trace
    response.body = {
      exceptionId: error?.kind ?? 'error',
      breakMode: 'always',
      ...(failure !== undefined && { description: failure }),
    }
    this.sendResponse(response)
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.sendResponse(response)
    this.sendEvent(new TerminatedEvent())
  }

  get #trace(): CallTrace {
    if (this.#debugged === undefined) throw new Error('no call is open')
    return this.#debugged.trace
  }

  #set(
    kind: string,
    response: DebugProtocol.SetFunctionBreakpointsResponse | DebugProtocol.SetDataBreakpointsResponse,
    found: readonly (Breakpoint | undefined)[],
    problem: string,
  ): void {
    this.#breakpoints.set(
      kind,
      found.filter((one) => one !== undefined),
    )
    response.body = {
      breakpoints: found.map((one) => (one === undefined ? unverified(problem) : new VerifiedBreakpoint(true))),
    }
    this.sendResponse(response)
  }

  #move(
    response: DebugProtocol.Response,
    direction: Direction,
    move: (trace: CallTrace, step: number, direction: Direction) => number | undefined,
  ): void {
    this.sendResponse(response)
    const step = move(this.#trace, this.#step, direction)
    // A breakpoint in what is stepped over comes first.
    const stop = nextStop(this.#trace, this.#step, direction, this.#all, step)
    const isFirst = stop !== undefined && (step === undefined || (stop.step - step) * direction < 0)
    if (isFirst) this.#stopped(stop.step, reasonOf(stop.breakpoint))
    else if (step === undefined) this.#end(direction)
    else this.#stopped(step, 'step')
  }

  #continue(direction: Direction): void {
    const stop = nextStop(this.#trace, this.#step, direction, this.#all)
    if (stop === undefined) this.#end(direction)
    else this.#stopped(stop.step, reasonOf(stop.breakpoint))
  }

  /** The call stays open at its first and its last line, since it can be walked from there too. */
  #end(direction: Direction): void {
    if (direction === 1) this.#stopped(this.#trace.length - 1, 'end')
    else this.#stopped(0, 'entry')
  }

  get #all(): readonly Breakpoint[] {
    return [...this.#breakpoints.values()].flat()
  }

  #stopped(step: number, reason: string): void {
    this.#step = step
    this.#children.reset()
    this.#frames = this.#trace.frames(step)
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(reason, THREAD)
    if (reason === 'exception') event.body.text = this.#trace.failure ?? ''
    if (reason === 'end') event.body.description = 'The call ended here'
    event.body.allThreadsStopped = true
    this.sendEvent(event)
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#trace.recordAround(step), IDLE).unref()
  }

  #stackFrame({ function: name, file, line = 0, column = 0, isInlined }: TracedFrame, index: number): StackFrame {
    const path = file === undefined ? undefined : this.#trace.sources.pathOf(file)
    const source = file === undefined ? undefined : new Source(basename(file), path ?? file)
    const frame = new StackFrame(index + 1, isInlined ? `${name} (inlined)` : name, source, line, column)
    return path === undefined ? Object.assign(frame, { presentationHint: 'subtle' }) : frame
  }

  #handle(children: Children): number {
    return this.#children.create(children)
  }

  #shown(value: DebugValue): { value: string; type: string; variablesReference: number } {
    const { text, type, children } = value
    const hasChildren = children().length > 0
    return { value: text, type, variablesReference: hasChildren ? this.#handle(children) : 0 }
  }

  #evaluate(expression: string, frame: TracedFrame | undefined): DebugValue | undefined {
    if (expression.trim() === 'gas') return gasVariables(this.#debugged!, this.#step)[0]!.value
    const key = watchedKey(expression)
    if (key !== undefined) {
      const found = storageAt(this.#uses, this.#step)
      if (!found.has(key)) return undefined
      return storedValue(found.get(key))
    }
    return watchVariable(frame?.variables() ?? [], expression)
  }

  #fail(response: DebugProtocol.Response, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error)
    this.sendErrorResponse(response, { id: 1, format: text, showUser: true })
  }
}

const unverified = (message: string): DebugProtocol.Breakpoint => ({ verified: false, message })

const reasonOf = ({ kind }: Breakpoint): string =>
  ({
    line: 'breakpoint',
    function: 'function breakpoint',
    storage: 'data breakpoint',
    gas: 'function breakpoint',
    error: 'exception',
  })[kind]
