import type { FrameOf } from '../../src/profile/profile.js'
import type { ProfileDocument, ProfileView } from '../../src/profile/formats/page-model.js'
import { grouped, percent } from '../components/format.js'

/** A function with all that it spent, wherever it was called. VM gas. */
export interface FunctionSpent {
  readonly index: number
  readonly self: number
  readonly total: number
}

/** What of a profile is shown. */
export interface Shown {
  /** What ran before the first callback. */
  readonly setup: boolean
  /** What the chain charged outside functions of contracts, such as loading their code. */
  readonly charges: boolean
}

const IN_CONTRACT: readonly FrameOf[] = ['own', 'library', 'host']

/** The parts of a profile as the page shows them. */
export class Profile {
  readonly document: ProfileDocument
  readonly view: ProfileView
  /** What each node spent itself; 0 for what is not shown. VM gas. */
  readonly self: readonly number[]
  /** What each node spent, with all below it. */
  readonly totals: readonly number[]
  readonly children: readonly (readonly number[])[]
  readonly roots: readonly number[]
  readonly total: number
  /** The most expensive by what they spent themselves first. */
  readonly functions: readonly FunctionSpent[]

  constructor(document: ProfileDocument, { setup, charges }: Shown) {
    this.document = document
    this.view = setup ? document.views.at(-1)! : document.views[0]!
    const { parents } = this.view
    const isInContract: boolean[] = []
    for (const [i, parent] of parents.entries())
      isInContract.push((parent >= 0 && isInContract[parent]!) || IN_CONTRACT.includes(this.kindOf(i)))
    const self = charges ? this.view.self : this.view.self.map((gas, i) => (isInContract[i]! ? gas : 0))
    this.self = self
    const totals = [...self]
    for (let i = parents.length - 1; i >= 0; i--) if (parents[i]! >= 0) totals[parents[i]!]! += totals[i]!
    this.totals = totals
    const children: number[][] = parents.map(() => [])
    const roots: number[] = []
    for (const [i, parent] of parents.entries()) (parent < 0 ? roots : children[parent]!).push(i)
    const byTotal = (a: number, b: number): number => totals[b]! - totals[a]!
    for (const list of children) list.sort(byTotal)
    this.children = children
    this.roots = roots.sort(byTotal)
    this.total = roots.reduce((sum, root) => sum + totals[root]!, 0)
    this.functions = this.#functions()
  }

  nameOf(node: number): string {
    return this.document.functions[this.view.calls[node]!]![0]
  }

  /** Whether a function is one that a search means: by a part of its name, or by the name of its contract. @param wanted in small letters */
  isFound(index: number, wanted: string): boolean {
    const [name, , contract] = this.document.functions[index]!
    return name.toLowerCase().includes(wanted) || this.view.contracts[contract]?.[0].toLowerCase() === wanted
  }

  /** The end of a long path: `gas::spin`. */
  shortNameOf(node: number): string {
    const name = this.nameOf(node)
    const kind = this.kindOf(node)
    if (kind !== 'own' && kind !== 'library') return name
    return /^[\w:]+$/.test(name) ? name.split('::').slice(-2).join('::') : name
  }

  /** The share of what is shown. */
  share(vmGas: number): string {
    return vmGas > 0 && vmGas < this.total / 2000 ? '< 0.1 %' : percent(vmGas, this.total)
  }

  kindOf(node: number): FrameOf {
    return this.document.functions[this.view.calls[node]!]![1]
  }

  /** Gas of the chain, with two decimal places if it is small. */
  gas(vmGas: number): string {
    const gas = vmGas / this.document.perGas
    if (gas === 0) return '0'
    if (gas < 0.01) return '< 0.01'
    return gas < 100 ? String(Number(gas.toFixed(2))) : grouped(Math.round(gas))
  }

  /** The nodes on the way to one, from the top, itself included. */
  wayTo(node: number): readonly number[] {
    const way: number[] = []
    for (let at = node; at >= 0; at = this.view.parents[at]!) way.unshift(at)
    return way
  }

  #functions(): readonly FunctionSpent[] {
    const { self, totals } = this
    const { calls, parents } = this.view
    const found = this.document.functions.map((_, index) => ({ index, self: 0, total: 0 }))
    for (const [i, call] of calls.entries()) {
      found[call]!.self += self[i]!
      let above = parents[i]!
      while (above >= 0 && calls[above] !== call) above = parents[above]!
      if (above < 0) found[call]!.total += totals[i]!
    }
    return found.filter(({ total }) => total > 0).sort((a, b) => b.self - a.self || b.total - a.total)
  }
}
