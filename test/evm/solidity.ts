import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }

/** Contracts of a Solidity source by name, compiled with the published compiler. */
export function compile(source: string): Record<string, Artifact> {
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'test.sol': { content: source } },
        settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
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
