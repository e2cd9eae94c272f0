import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

const require = createRequire(import.meta.url)
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/sudobox/solidity')

/** What the published compiler makes of an input. Kept for other processes and runs: to load it and compile takes 1 to 2 s of each. */
function compiled(input: string): string {
  const { version } = require('solc/package.json') as { version: string }
  const file = join(CACHE, `${createHash('sha256').update(`${version} ${input}`).digest('hex')}.json`)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const output = (require('solc') as { compile(input: string): string }).compile(input)
  mkdirSync(CACHE, { recursive: true })
  // Two processes may write one file at the same time.
  const part = `${file}.${process.pid}`
  writeFileSync(part, output)
  renameSync(part, file)
  return output
}

/** Contracts of a Solidity source by name, compiled with the published compiler. @param evmVersion the compiler's own by default */
export function compile(source: string, evmVersion?: string): Record<string, Artifact> {
  const output = JSON.parse(
    compiled(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'test.sol': { content: source } },
        settings: {
          evmVersion,
          optimizer: { enabled: true },
          outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
        },
      }),
    ),
  ) as {
    errors?: { severity: string; formattedMessage: string }[]
    contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
  }
  const wrong = output.errors?.find(({ severity }) => severity === 'error')
  if (wrong !== undefined) throw new Error(wrong.formattedMessage)
  return Object.fromEntries(
    Object.entries(output.contracts['test.sol']!).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` as const },
    ]),
  )
}

export const TOKEN = `
// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Token {
  string public constant name = "Token";
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  event Transfer(address indexed from, address indexed to, uint256 value);
  error Short(uint256 have, uint256 want);

  constructor(uint256 supply) { mint(msg.sender, supply); }

  function mint(address to, uint256 value) public {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    uint256 have = balanceOf[msg.sender];
    if (have < value) revert Short(have, value);
    unchecked { balanceOf[msg.sender] = have - value; balanceOf[to] += value; }
    emit Transfer(msg.sender, to, value);
    return true;
  }

  function fail(string calldata why) external pure { revert(why); }
  function loop() external view { uint256 i; while (gasleft() > 0) { i++; } }
  function destroy() external { selfdestruct(payable(msg.sender)); }
  receive() external payable {}
}

contract Reader {
  function facts() external view returns (uint256, uint256, uint256, address, bytes32) {
    return (block.number, block.timestamp, block.basefee, block.coinbase, blockhash(block.number - 1));
  }
}

contract Factory {
  event Made(address token);
  function make(bytes32 salt) external returns (address made) {
    made = address(new Token{salt: salt}(1));
    emit Made(made);
  }
}
`

/** A contract of the repository, as it was built. */
export function artifact(name: 'ERC20' | 'Reverter' | 'EventEmitter'): Artifact {
  const file = new URL(`../../contracts/artifacts/solidity/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Artifact
}
