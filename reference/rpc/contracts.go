package main

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"

	"sudobox/reference/evm/bytecode"
)

var (
	environment = common.HexToAddress("0x1001")
	place       = common.HexToAddress("0x1004")
	counter     = common.HexToAddress("0x1002")
	osaka       = common.HexToAddress("0x1003")
	empty       = common.HexToAddress("0x1010")
	invalid     = common.HexToAddress("0x1011")
	reason      = common.HexToAddress("0x1012")
	data        = common.HexToAddress("0x1013")
	undefined   = common.HexToAddress("0x1014")
	endless     = common.HexToAddress("0x1015")
	short       = common.HexToAddress("0x1016")
)

var asm = bytecode.Of

// Returns the words that the opcodes give.
func words(opcodes ...any) []byte {
	var code []byte
	for _, opcode := range opcodes {
		code = append(code, asm(opcode, vm.MSIZE, vm.MSTORE)...)
	}
	return append(code, asm(vm.MSIZE, 0, vm.RETURN)...)
}

var contracts = map[common.Address][]byte{
	// What a block says of itself, and the price that a message pays.
	environment: words(vm.BASEFEE, vm.GASPRICE, vm.NUMBER, vm.TIMESTAMP, vm.COINBASE, vm.PREVRANDAO, vm.GASLIMIT, vm.BLOBBASEFEE, vm.CHAINID,
		asm(vm.COINBASE, vm.BALANCE), asm(1, vm.NUMBER, vm.SUB, vm.BLOCKHASH)),
	// The same without the time.
	place: words(vm.NUMBER, vm.BASEFEE, vm.GASLIMIT, vm.COINBASE),
	// Adds one to its first slot, writes the number of the block into the second, and logs both.
	counter: asm(1, 0, vm.SLOAD, vm.ADD, vm.DUP1, 0, vm.SSTORE, vm.NUMBER, 1, vm.SSTORE, vm.NUMBER, 0, vm.MSTORE, 32, 0, vm.LOG1),
	// An opcode that exists since Osaka: leading zeros of 1.
	osaka:     asm(1, vm.OpCode(0x1e), 0, vm.MSTORE, 32, 0, vm.RETURN),
	empty:     asm(0, 0, vm.REVERT),
	invalid:   asm(vm.INVALID),
	reason:    append(bytecode.Store(0, revertReason("no")), asm(len(revertReason("no")), 0, vm.REVERT)...),
	data:      asm(1, 0, vm.MSTORE, 32, 0, vm.REVERT),
	undefined: asm(vm.OpCode(0x0c)),
	endless:   asm(vm.JUMPDEST, 0, vm.JUMP),
	short:     asm(0xaabb, 0, vm.MSTORE, 2, 30, vm.REVERT),
}

// Error(string) as Solidity encodes it.
func revertReason(text string) []byte {
	encoded := append(common.FromHex("08c379a0"), common.LeftPadBytes([]byte{32}, 32)...)
	encoded = append(encoded, common.LeftPadBytes([]byte{byte(len(text))}, 32)...)
	return append(encoded, common.RightPadBytes([]byte(text), 32)...)
}
