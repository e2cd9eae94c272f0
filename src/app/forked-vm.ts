import {
  VmError,
  type CallOptions,
  type CallOutcome,
  type Checksum,
  type CodeReport,
  type ContractVm,
  type EntryPoint,
} from '../vm/internal.js'
import { ForkError, type Fork } from '../fork/index.js'

/** A VM that fetches codes of a live chain when they are used. */
export class ForkedVm implements ContractVm {
  readonly #vm: ContractVm
  readonly #fork: Fork
  /** Codes stored on this chain. Others are fetched even if the shared VM knows them, so that the fork's cache is complete. */
  readonly #has = new Set<Checksum>()

  constructor(vm: ContractVm, fork: Fork) {
    this.#vm = vm
    this.#fork = fork
  }

  get version(): string {
    return this.#vm.version
  }
  get gasTree(): ContractVm['gasTree'] {
    return this.#vm.gasTree
  }
  hostFrame(checksum: Checksum): number | undefined {
    return this.#with(checksum).hostFrame(checksum)
  }
  store(wasm: Uint8Array): CodeReport {
    const report = this.#vm.store(wasm)
    this.#has.add(report.checksum)
    return report
  }
  report(checksum: Checksum): CodeReport {
    return this.#with(checksum).report(checksum)
  }
  wasm(checksum: Checksum): Uint8Array {
    return this.#with(checksum).wasm(checksum)
  }
  call(checksum: Checksum, entry: EntryPoint, args: readonly Uint8Array[], options: CallOptions): CallOutcome {
    return this.#with(checksum).call(checksum, entry, args, options)
  }

  /** The VM with that code, if the live chain has it. @throws ForkError */
  #with(checksum: Checksum): ContractVm {
    if (this.#has.has(checksum)) return this.#vm
    const wasm = this.#fork.code(checksum)
    if (wasm !== undefined)
      try {
        this.store(wasm)
      } catch (error) {
        if (!(error instanceof VmError)) throw error
        throw new ForkError(
          'unknown',
          `the contract VM ${this.version} does not accept the code ${checksum} of the live chain`,
          {
            details: [
              ...error.message.split('\n'),
              'right: the kind and the VM release of the live chain, with the options `kind` and `vm`',
            ],
            cause: error,
          },
        )
      }
    return this.#vm
  }
}
