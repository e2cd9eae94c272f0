package main

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
)

func address(last ...byte) common.Address { return common.BytesToAddress(last) }

var (
	sender   = address(0x5e, 0x4d, 0x01)
	coinbase = address(0xc0, 0x1b, 0x01)
	// Has the code of the case.
	target = address(0xc0, 0xde, 0x01)
	// Has the second code of the case, if there is one.
	other = address(0xc0, 0xde, 0x02)
	// Nobody has been here.
	absent = address(0xab, 0x5e, 0x01)
	// Has a balance only, or a nonce only.
	rich    = address(0x41, 0xc4, 0x01)
	counted = address(0x40, 0x4c, 0x01)
	// Exists and is empty, before EIP-161.
	empty = address(0xe4, 0x97, 0x01)
	// Contracts.
	echo      = address(0xec, 0x40, 0x01)
	mirror    = address(0x41, 0x44, 0x01)
	reverter  = address(0x4e, 0xe4, 0x01)
	breaker   = address(0xb4, 0xea, 0x01)
	stopper   = address(0x57, 0x09, 0x01)
	storer    = address(0x57, 0x04, 0x01)
	destroyed = address(0xde, 0x57, 0x01)
	looper    = address(0x10, 0x09, 0x01)
	delegated = address(0xde, 0x1e, 0x01)
)

type account struct {
	Nonce   uint64            `json:"nonce,omitempty,string"`
	Balance uint64            `json:"balance,omitempty,string"`
	Code    hexBytes          `json:"code,omitempty"`
	Storage map[string]string `json:"storage,omitempty"`
}

// The accounts that are there in every case.
func world() map[common.Address]account {
	return map[common.Address]account{
		sender:   {Nonce: 7, Balance: 1e18},
		coinbase: {Balance: 1},
		rich:     {Balance: 500},
		counted:  {Nonce: 3},
		empty:    {},
		// Returns its input.
		echo: {Nonce: 1, Balance: 5, Code: asm(vm.CALLDATASIZE, 0, 0, vm.CALLDATACOPY, vm.CALLDATASIZE, 0, vm.RETURN)},
		// Returns how it was called.
		mirror: {Nonce: 1, Balance: 5, Code: asm(
			vm.ADDRESS, keep, vm.CALLER, keep, vm.CALLVALUE, keep, vm.ORIGIN, keep, vm.CALLDATASIZE, keep, vm.CODESIZE, keep,
			vm.GAS, keep, report)},
		// Reverts with its input. Before Byzantium an invalid opcode.
		reverter: {Nonce: 1, Code: asm(vm.CALLDATASIZE, 0, 0, vm.CALLDATACOPY, vm.CALLDATASIZE, 0, vm.REVERT)},
		breaker:  {Nonce: 1, Code: asm(vm.INVALID)},
		stopper:  {Nonce: 1, Code: asm(vm.STOP)},
		// Stores the second word of its input where the first says, and returns it.
		storer: {Nonce: 1, Balance: 5, Code: asm(32, vm.CALLDATALOAD, 0, vm.CALLDATALOAD, vm.SSTORE, 32, vm.CALLDATALOAD, 0, vm.MSTORE, 32, 0, vm.RETURN),
			Storage: map[string]string{"1": "7"}},
		// Gives all to whom its input names.
		destroyed: {Nonce: 1, Balance: 9, Code: asm(0, vm.CALLDATALOAD, vm.SELFDESTRUCT), Storage: map[string]string{"1": "7"}},
		// Never ends.
		looper: {Nonce: 1, Code: asm(vm.JUMPDEST, 0, vm.JUMP)},
		// Has the code of another (EIP-7702).
		delegated: {Nonce: 1, Balance: 5, Code: append([]byte{0xef, 0x01, 0x00}, mirror[:]...)},
	}
}

// What the code sees of its block.
const (
	blockNumber = 1000
	blockTime   = 1_700_000_000
	blockGas    = 30_000_000
	baseFee     = 7
	blobBaseFee = 3
	gasPrice    = 10
)

var difficulty = big.NewInt(131072)
var random = common.HexToHash("0xa1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90")

// Hash of a block: a byte that is never zero, then the number.
func blockHash(number uint64) common.Hash {
	hash := common.BigToHash(new(big.Int).SetUint64(number))
	hash[0] = 0xbb
	return hash
}
