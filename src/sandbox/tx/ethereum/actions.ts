import { z } from 'zod'
import { account, address, chain } from '../../values/fields.js'
import { hexBytes } from '../../values/hex-bytes.js'
import { hex32, json, uint } from '../../values/values.js'

/** A contract in Solidity, compiled. */
const artifactFile = z
  .union([
    z.strictObject({
      path: z.string().min(1).describe('A JSON file of Hardhat, Foundry or solc.'),
      contract: z.string().min(1).optional().describe('Its name, in a file of solc with several.'),
      sha256: hex32.optional(),
    }),
    z.strictObject({ abi: z.array(json), bytecode: hexBytes }),
  ])
  .meta({ id: 'SolidityArtifact', description: 'A contract in Solidity: its file, or its ABI and its bytecode.' })

export type ArtifactFile = z.output<typeof artifactFile>

const args = z
  .union([z.array(json), z.record(z.string(), json)], {
    error: 'expected a list, or an object with the names of the parameters',
  })
  .default([])
  .describe(
    'In order, or by the names of the parameters; one without a name by its number, from 0. Whole numbers as decimal strings, bytes in hex, tuples as objects or lists, addresses also as names.',
  )

const deploy = z.strictObject({
  artifact: artifactFile,
  args,
  label: z.string().min(1).optional().describe('The name under which the sandbox knows the contract.'),
  libraries: z
    .record(z.string(), address)
    .optional()
    .describe('Addresses of the libraries that it is linked with, by their names.'),
})

const call = z.strictObject({
  function: z
    .string()
    .min(1)
    .describe('The name of a function of a contract that was deployed here, or a signature: `deposit(uint256)`.'),
  args,
})

export const ethereumTxAction = z
  .strictObject({
    action: z.literal('ethereumTx'),
    chain,
    from: account,
    to: address.optional().describe('A contract or an account; without it the transaction creates a contract.'),
    deploy: deploy.optional(),
    call: call.optional(),
    data: hexBytes.optional().describe('The data, in place of `call` or `deploy`.'),
    value: uint.default(0n).describe('Of the coin of the chain.'),
    gasLimit: uint.optional().describe('As much as it needs when left out.'),
    maxFeePerGas: uint.optional().describe('The base fee of its block when left out.'),
    maxPriorityFeePerGas: uint.default(0n),
  })
  .refine(({ deploy, call, data }) => [deploy, call, data].filter((one) => one !== undefined).length <= 1, {
    message: 'expected one of deploy, call and data',
  })
  .refine(({ deploy, to }) => deploy === undefined || to === undefined, {
    path: ['to'],
    message: 'a deployment goes to no address',
  })
  .describe('A transaction of Ethereum in a block of its own, on a chain with an EVM inside.')

export const ethereumCallAction = z
  .strictObject({
    action: z.literal('ethereumCall'),
    chain,
    from: address.optional(),
    to: address,
    call: call.optional(),
    data: hexBytes.optional(),
    value: uint.default(0n),
    gasLimit: uint.optional(),
  })
  .refine(({ call, data }) => call === undefined || data === undefined, { message: 'expected call or data, not both' })
  .describe('Calls a contract in Solidity on the last state; changes nothing.')

export type EthereumTxAction = z.output<typeof ethereumTxAction>
export type EthereumCallAction = z.output<typeof ethereumCallAction>
