import { encodeFunctionData, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { DEVELOPMENT_MNEMONIC } from '../../../src/evm/options/options.js'
import { compile } from '../solidity.js'

const CHAIN_ID = 262144
const PRICE = 10_000_000_000n

/** The first two development accounts, which were funded at the genesis of the recorded node. */
export const ALICE = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 0 })
export const BOB = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 1 })

/** Where the fourth transaction of the first account creates the contract. */
export const TOKEN_ADDRESS = '0xcf7ed3acca5a467e9e704c703e8d87f634fb0fc9'

/** The token of the session: its code takes the same steps, opcode by opcode, as the recorded trace of a transfer. */
const TOKEN = `
// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Token {
  string public name = "Lab";
  string public symbol = "LAB";
  uint8 public constant decimals = 18;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  error Insufficient(uint256 have, uint256 want);

  constructor() {
    totalSupply = 1000000;
    balanceOf[msg.sender] = 1000000;
    emit Transfer(address(0), msg.sender, 1000000);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    move(msg.sender, to, value);
    return true;
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    uint256 allowed = allowance[from][msg.sender];
    if (allowed < value) revert Insufficient(allowed, value);
    if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
    move(from, to, value);
    return true;
  }

  function boom() external pure { revert("boom"); }

  function move(address from, address to, uint256 value) internal {
    uint256 have = balanceOf[from];
    if (have < value) revert Insufficient(have, value);
    unchecked { balanceOf[from] = have - value; balanceOf[to] += value; }
    emit Transfer(from, to, value);
  }
}
`

const token = compile(TOKEN, 'paris')['Token']!

/** Call data of a transfer of the token to the second account. */
export const transfer = (value: bigint): Hex =>
  encodeFunctionData({ abi: token.abi, functionName: 'transfer', args: [BOB.address, value] })

const dynamic = { type: 'eip1559', chainId: CHAIN_ID, maxFeePerGas: PRICE, maxPriorityFeePerGas: 1n } as const
const legacy = { type: 'legacy', chainId: CHAIN_ID, gasPrice: PRICE } as const
const access = { type: 'eip2930', chainId: CHAIN_ID, gasPrice: PRICE } as const

/** Each gets a block of its own. */
const MINED = {
  legacy: { ...legacy, nonce: 0, gas: 21_000n, to: BOB.address, value: 1n },
  eip1559: { ...dynamic, nonce: 1, gas: 50_000n, to: BOB.address, value: 2n },
  eip2930: {
    ...access,
    nonce: 2,
    gas: 60_000n,
    to: BOB.address,
    value: 3n,
    accessList: [{ address: BOB.address, storageKeys: [`0x${'00'.repeat(32)}`] }],
  },
  deploy: { ...dynamic, nonce: 3, gas: 3_000_000n, data: token.bytecode },
  token: { ...dynamic, nonce: 4, gas: 100_000n, to: TOKEN_ADDRESS, data: transfer(5n) },
  token2: { ...dynamic, nonce: 5, gas: 100_000n, to: TOKEN_ADDRESS, data: transfer(6n) },
  revert: { ...dynamic, nonce: 6, gas: 100_000n, to: TOKEN_ADDRESS, data: transfer(10n ** 30n) },
  oog: { ...dynamic, nonce: 7, gas: 24_000n, to: TOKEN_ADDRESS, data: transfer(5n) },
} as const

/** None of them gets into the pool. */
const REFUSED = {
  nonceLow: { ...legacy, nonce: 0, gas: 21_000n, to: BOB.address, value: 1n },
  noFunds: { ...legacy, nonce: 8, gas: 21_000n, to: BOB.address, value: 10n ** 30n },
  gasLow: { ...legacy, nonce: 8, gas: 20_000n, to: BOB.address },
  feeLow: { ...dynamic, nonce: 8, gas: 21_000n, maxFeePerGas: 1n, to: BOB.address },
  wrongChain: { ...legacy, chainId: 5, nonce: 8, gas: 21_000n, to: BOB.address },
  unprotected: { type: 'legacy', nonce: 8, gas: 21_000n, gasPrice: PRICE, to: BOB.address },
  initcode: { ...dynamic, nonce: 8, gas: 5_000_000n, data: `0x${'00'.repeat(50_000)}` },
} as const

type Named = keyof typeof MINED
export const MINED_NAMES = Object.keys(MINED) as Named[]

export const mined = (name: Named): Promise<Hex> => ALICE.signTransaction(MINED[name])

/** The bytes of each transaction that is refused, by its name in the recording. */
export async function refused(): Promise<Record<string, Hex>> {
  const signed: Record<string, Hex> = { garbage: '0x1234', empty: '0x' }
  for (const [name, transaction] of Object.entries(REFUSED)) signed[name] = await ALICE.signTransaction(transaction)
  return signed
}
