import { createRequire } from 'node:module'
import type { Hex } from 'viem'

const SOURCE = `
// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Token {
  mapping(address => uint256) public balanceOf;
  event Transfer(address indexed from, address indexed to, uint256 value);

  constructor() {
    balanceOf[msg.sender] = type(uint256).max;
  }

  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}
`

let made: Hex | undefined

/** Code that deploys an ERC-20, for a fork that every contender knows. */
export const tokenCode = (): Hex => (made ??= compile())

function compile(): Hex {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { token: { content: SOURCE } },
        settings: {
          evmVersion: 'paris',
          optimizer: { enabled: true },
          outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
        },
      }),
    ),
  ) as { contracts: { token: { Token: { evm: { bytecode: { object: string } } } } } }
  return `0x${output.contracts.token.Token.evm.bytecode.object}`
}
