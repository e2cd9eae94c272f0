import { GAS_MODULUS } from './instrument.js'

/** VM gas of one unit of the chain's gas. Source: wasmd `DefaultGasMultiplier`. */
export const VM_GAS = 140_000

/** The kind of a frame that is not a function of a module. */
export type FrameKind =
  /** A group, such as a transaction or the call of an entry point. */
  | 'call'
  /** Gas that the chain charged, by its own name for it. */
  | 'chain'
  /** A call whose gas nobody pays: it is next to the call that made it, not in it. */
  | 'free'
  /** Not part of the profile, such as a simulation. */
  | 'ignored'

/** A frame with a name of its own. */
export interface NamedFrame {
  readonly kind: FrameKind
  readonly name: string
}

/** A node of the tree as it is read. */
export interface GasNode {
  /** Its number, by which {@link GasTree.countersOf} knows it. */
  readonly node: number
  readonly parent: number
  readonly frame: number
  /** The call in the function above it that led here: a number of that function's code; -1 if none did. */
  readonly site: number
  readonly calls: number
  /** VM gas; exact below 2^53. */
  readonly self: number
  /** Whether it ran before the first callback. False for all if there was none. */
  readonly setup: boolean
}

/** From this depth on, further calls are siblings, since endless recursion has no end of frames. */
const DEEPEST = 400
/** The first node, which is not a frame. */
const ROOT = 0
const NONE = -1

/**
 * Where gas went, as a tree of calls: of the chain and of functions of modules, one stack for both. Calls on the same path are added up.
 * What a node spent itself is exact: VM gas of its functions, and gas of the chain in VM gas.
 */
export class GasTree {
  readonly #parents: number[] = [NONE]
  readonly #frames: number[] = [NONE]
  readonly #sites: number[] = [NONE]
  readonly #calls: number[] = [0]
  readonly #self: number[] = [0]
  readonly #counters: number[] = [NONE]
  readonly #first: number[] = [NONE]
  readonly #next: number[] = [NONE]
  readonly #named: (NamedFrame | undefined)[] = []
  readonly #ids = new Map<string, number>()
  /** The running calls: their nodes, the gas left when each was entered, and what was spent below it. */
  readonly #stack: number[] = []
  readonly #entered: number[] = []
  readonly #below: number[] = []
  #unknown = NONE
  /** The first node of what ran from the first callback on. */
  #afterSetup = 0
  /** How often it was cleared: places of counters are those of one generation. */
  generation = 0

  /** Numbers for the functions of a module. @returns the first */
  frames(count: number): number {
    const first = this.#named.length
    this.#named.length += count
    return first
  }

  /** The frame of that number, if it has a name of its own. */
  named(frame: number): NamedFrame | undefined {
    return this.#named[frame]
  }

  /** A call of the chain begins. @returns the depth for {@link end} */
  begin(name: string, kind: FrameKind = 'call'): number {
    const node = this.#child(this.#top, this.#frame(name, kind), NONE)
    this.#calls[node]!++
    return this.#push(node, 0)
  }

  /** The first callback ends the set-up. The calls in which it is made go on in nodes of their own, so that each node is of one part. */
  callsBack(): void {
    if (this.#afterSetup > 0) return
    const running = this.#stack.map((node) => this.#named[this.#frames[node] ?? NONE]?.kind)
    if (running.some((kind) => kind === undefined || kind === 'ignored')) return
    this.#afterSetup = this.#frames.length
    let parent = ROOT
    for (const [i, node] of this.#stack.entries())
      this.#stack[i] = parent = this.#child(parent, this.#frames[node]!, this.#sites[node]!)
  }

  end(depth: number): void {
    this.#stack.length = depth
    this.#entered.length = depth
    this.#below.length = depth
  }

  /** The chain charged gas. @param amount in its own gas */
  charge(amount: number, descriptor: string): void {
    if (amount === 0) return
    const node = this.#child(this.#top, this.#frame(descriptor, 'chain'), NONE)
    this.#calls[node]!++
    this.#self[node]! += amount * VM_GAS
  }

  /**
   * The chain charged a contract's call, which has ended. What its functions do not explain, such as reading its answer, is added to the frame of
   * the code. What the chain drops when it rounds down to its own gas is taken from there.
   * @param host the frame of the code's host; undefined for a double @param amount in the chain's own gas
   * @param internal VM gas that is in the tree already
   */
  charged(host: number | undefined, amount: number, internal: bigint): void {
    const node = this.#child(this.#top, host ?? this.#frame('double', 'chain'), NONE)
    if (host === undefined) this.#calls[node]!++
    this.#self[node]! += amount * VM_GAS - (host === undefined ? 0 : Number(internal))
  }

  /** A function is entered. @returns the number of its node */
  enter(frame: number, site: number, gas: number): number {
    const node = this.#child(this.#top, frame, site)
    this.#calls[node]!++
    this.#push(node, gas)
    return node
  }

  /** A call whose function is not known yet: {@link identify} sets it. @param frame for one that is never identified */
  enterUnknown(frame: number, site: number, gas: number): void {
    this.#unknown = frame
    // Its node is below all others, and has the site.
    this.#push(-2 - site, gas)
  }

  /** A call of an unknown function turns out to be one of the host, which is never identified. */
  settle(): void {
    if (this.isUnknown) this.identify(this.#unknown)
  }

  /** Whether the running call is one of an unknown function. */
  get isUnknown(): boolean {
    const { length } = this.#stack
    return length > 0 && this.#stack[length - 1]! < NONE
  }

  identify(frame: number): number {
    const at = this.#stack.length - 1
    const site = -2 - this.#stack[at]!
    this.#stack.length = at
    const node = this.#child(this.#top, frame, site)
    this.#stack.push(node)
    this.#calls[node]!++
    return node
  }

  /** The running function has returned. */
  leave(gas: number): void {
    this.settle()
    const node = this.#stack.pop()!
    let spent = this.#entered.pop()! - gas
    if (spent < 0) spent += GAS_MODULUS
    this.#self[node]! += spent - this.#below.pop()!
    const caller = this.#below.length - 1
    if (caller >= 0) this.#below[caller]! += spent
  }

  /** Part of what the running function spends has its own place in the tree. */
  paidElsewhere(vmGas: number): void {
    const top = this.#below.length - 1
    if (top >= 0) this.#below[top]! += vmGas
  }

  get depth(): number {
    return this.#stack.length
  }

  /** The gas spent in the calls of the function at a depth. A call with gas of its own resets it. */
  below(depth: number): number | undefined {
    return this.#below[depth]
  }

  setBelow(depth: number, spent: number): void {
    this.#below[depth] = spent
  }

  countersOf(node: number): number {
    return this.#counters[node]!
  }

  setCounters(node: number, at: number): void {
    this.#counters[node] = at
  }

  /** All nodes but the first; a parent comes before its children. */
  *nodes(): Generator<GasNode> {
    for (let node = 1; node < this.#frames.length; node++)
      yield {
        node,
        parent: this.#parents[node]!,
        frame: this.#frames[node]!,
        site: this.#sites[node]!,
        calls: this.#calls[node]!,
        self: this.#self[node]!,
        setup: node < this.#afterSetup,
      }
  }

  /** Resets the gas of the nodes of some frames. */
  reset(isOf: (frame: number) => boolean): void {
    for (let node = 1; node < this.#frames.length; node++)
      if (isOf(this.#frames[node]!)) {
        this.#calls[node] = 0
        this.#self[node] = 0
      }
  }

  /** Forgets all nodes; nothing may be running. Frames keep their numbers. */
  clear(): void {
    this.generation++
    this.#afterSetup = 0
    for (const list of [this.#parents, this.#frames, this.#sites, this.#calls, this.#self, this.#counters])
      list.length = 1
    for (const list of [this.#first, this.#next]) list.length = 1
    this.#first[ROOT] = NONE
  }

  get #top(): number {
    const { length } = this.#stack
    if (length === 0) return ROOT
    if (this.isUnknown) return this.identify(this.#unknown)
    return this.#stack[length > DEEPEST ? DEEPEST - 1 : length - 1]!
  }

  #push(node: number, gas: number): number {
    this.#entered.push(gas)
    this.#below.push(0)
    return this.#stack.push(node) - 1
  }

  #frame(name: string, kind: FrameKind): number {
    const key = `${kind} ${name}`
    let id = this.#ids.get(key)
    if (id === undefined) {
      id = this.#named.push({ kind, name }) - 1
      this.#ids.set(key, id)
    }
    return id
  }

  #child(parent: number, frame: number, site: number): number {
    const next = this.#next
    let last = NONE
    for (let node = this.#first[parent]!; node !== NONE; node = next[node]!) {
      const isOpen = parent !== ROOT || node >= this.#afterSetup
      if (isOpen && this.#frames[node] === frame && this.#sites[node] === site) return node
      last = node
    }
    const node = this.#frames.push(frame) - 1
    this.#parents.push(parent)
    this.#sites.push(site)
    this.#calls.push(0)
    this.#self.push(0)
    this.#counters.push(NONE)
    this.#first.push(NONE)
    next.push(NONE)
    if (last === NONE) this.#first[parent] = node
    else next[last] = node
    return node
  }
}
