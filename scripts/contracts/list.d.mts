export interface Contract {
  readonly name: string
  /** A tool is no contract: the package runs it itself. */
  readonly kind: 'rust' | 'tool' | 'solidity'
  /** File below `artifacts/` */
  readonly artifact: string
  /** File below `artifacts/` */
  readonly schema?: string
  /** File below `artifacts/`: the same code with names and line tables */
  readonly debug?: string
  /** Of the Cargo package, built in. Such a variant has the schema of the contract without it. */
  readonly feature?: string
  /** Files and folders below `contracts/` that decide what is built */
  readonly sources: readonly string[]
}

/** @param root the folder `contracts/` */
export function listContracts(root: string): Contract[]
