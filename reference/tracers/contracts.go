package main

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
)

// names of accounts that are there from the beginning, in the order in which they were thought of
var alloc = map[common.Address]account{}
var byName = map[string]common.Address{}

type account struct {
	code    []byte
	balance *big.Int
	storage map[common.Hash]common.Hash
}

var empty = common.HexToAddress("0xeeee00000000000000000000000000000000eeee")
var coinbase = common.HexToAddress("0xc01bba5e00000000000000000000000000000001")

func at(name string) common.Address {
	address, known := byName[name]
	if !known {
		address = common.BytesToAddress([]byte{0xac, byte(len(byName) >> 8), byte(len(byName))})
		address[0] = 0x11
		byName[name] = address
	}
	return address
}

func contract(name string, code []byte) common.Address {
	return funded(name, 0, code)
}

func funded(name string, balance int64, code []byte) common.Address {
	address := at(name)
	alloc[address] = account{code: code, balance: big.NewInt(balance), storage: map[common.Hash]common.Hash{}}
	return address
}

func slot(name string, key, value int64) {
	alloc[at(name)].storage[common.BigToHash(big.NewInt(key))] = common.BigToHash(big.NewInt(value))
}

// all gas that the opcode sees, less what the rest of the frame needs: before EIP-150 a call gets what it asks for
func most() []byte { return asm(20000, vm.GAS, vm.SUB) }

// The reasons of a revert, as Solidity writes them.
var (
	reason  = join(common.FromHex("0x08c379a0"), words(32, 9), []byte("not today"), make([]byte, 23))
	panicAt = join(common.FromHex("0x4e487b71"), words(0x11))
	strange = join(common.FromHex("0x4e487b71"), words(0x77))
	custom  = common.FromHex("0xdeadbeef0000")
)

// driver calls the contract of the first word of its input with the gas of the second and the value of the third, by the opcode, and hands
// on the rest of its input.
func driver(op vm.OpCode) []byte {
	code := asm(96, vm.CALLDATASIZE, vm.SUB, 96, 0, vm.CALLDATACOPY) // memory 0.. = the rest
	code = append(code, asm(64, 0, 96, vm.CALLDATASIZE, vm.SUB, 0)...)
	if op == vm.CALL || op == vm.CALLCODE {
		code = append(code, asm(64, vm.CALLDATALOAD)...)
	}
	code = append(code, asm(0, vm.CALLDATALOAD, 32, vm.CALLDATALOAD, op)...)
	return append(code, asm(1, vm.SSTORE, vm.STOP)...)
}

func init() {
	contract("call", driver(vm.CALL))
	funded("rich call", 1_000_000, driver(vm.CALL))
	funded("rich callcode", 1_000_000, driver(vm.CALLCODE))
	contract("delegatecall", driver(vm.DELEGATECALL))
	contract("staticcall", driver(vm.STATICCALL))

	contract("stops", asm(vm.STOP))
	contract("runs off", asm(1, 2, vm.ADD))
	contract("returns", giving(words(7, 8)))
	contract("reverts", reverting(nil))
	contract("reason", reverting(reason))
	contract("panic", reverting(panicAt))
	contract("strange panic", reverting(strange))
	contract("custom", reverting(custom))
	contract("short", reverting([]byte{1, 2}))
	contract("invalid", asm(vm.INVALID))
	contract("undefined", []byte{0x0c})
	contract("push0", asm(vm.PUSH0, vm.STOP))
	contract("clz", asm(1, vm.CLZ, vm.STOP))
	contract("eof", []byte{0xef, 0x00, 0x01})
	contract("underflow", asm(1, vm.ADD))
	contract("underflow of call", asm(1, 2, 3, vm.CALL))
	contract("underflow of log", asm(vm.LOG3))
	contract("underflow of create2", asm(1, vm.CREATE2))
	contract("overflow", asm(vm.JUMPDEST, vm.GAS, 0, vm.JUMP))
	contract("overflow of dup", join(asm(1), repeat(asm(vm.DUP1), 1024)))
	contract("jump", asm(5, vm.JUMP, vm.STOP))
	contract("jump into push", asm(4, vm.JUMP, []byte{byte(vm.PUSH1), 0x5b}, vm.STOP))
	contract("far jump", asm(new(big.Int).Lsh(big.NewInt(1), 200), vm.JUMP))
	contract("jumpi", asm(1, 99, vm.JUMPI, vm.STOP))
	contract("loops", asm(vm.JUMPDEST, 0, vm.JUMP))
	contract("out of bounds", asm(32, 0, 0, vm.RETURNDATACOPY))
	contract("far out of bounds", asm(1, new(big.Int).Lsh(big.NewInt(1), 70), 0, vm.RETURNDATACOPY))
	contract("copies nothing", asm(0, 0, 0, vm.RETURNDATACOPY, vm.STOP))
	contract("returndata", join(call(vm.CALL, 30000, at("returns"), 0),
		asm(vm.POP, 40, 3, 5, vm.RETURNDATACOPY, vm.RETURNDATASIZE, vm.MSIZE, vm.POP),
		call(vm.CALL, 30000, at("reason"), 0), asm(vm.RETURNDATASIZE, 0, vm.MSTORE, 32, 0, vm.RETURN)))

	// memory and gas
	contract("memory", asm(1, 0x20000, vm.MSTORE, vm.STOP))
	contract("much memory", asm(1, 0x1fffffffe0-31, vm.MSTORE))
	contract("too much memory", asm(1, 0x1fffffffe1, vm.MSTORE))
	contract("absurd memory", asm(1, new(big.Int).Lsh(big.NewInt(1), 64), vm.MSTORE))
	contract("absurd length", asm(new(big.Int).Lsh(big.NewInt(1), 70), 0, vm.KECCAK256))
	contract("nothing far away", asm(0, new(big.Int).Lsh(big.NewInt(1), 70), vm.KECCAK256, vm.POP, vm.STOP))
	contract("copies much", asm(0x100000, 0, 0, vm.CALLDATACOPY, vm.STOP))
	contract("copies code", asm(0x40, 0, 0x20, vm.CODECOPY, 0x40, 0, 0x60, at("returns"), vm.EXTCODECOPY, vm.STOP))
	contract("mcopy", asm(5, 0, vm.MSTORE, 32, 0, 64, vm.MCOPY, 32, 3000, 0, vm.MCOPY, vm.STOP))
	contract("logs much", asm(0x100000, 0, vm.LOG0))
	contract("exp", asm(0x123456789, 3, vm.EXP, 0, 3, vm.EXP, vm.STOP))
	contract("calls with too much memory", asm(0, 0, 0x1fffffffe1, 0, 0, at("stops"), 100, vm.CALL, vm.STOP))
	contract("calls with absurd memory", asm(1, new(big.Int).Lsh(big.NewInt(1), 64), 0, 0, 0, at("stops"), 100, vm.CALL, vm.STOP))
	contract("asks for absurd gas", asm(0, 0, 0, 0, 0, at("stops"), new(big.Int).Lsh(big.NewInt(1), 100), vm.CALL, vm.STOP))
	contract("keccak", asm(1, 0, vm.MSTORE, 32, 0, vm.KECCAK256, 64, 16, vm.KECCAK256, 0, 0, vm.KECCAK256, vm.STOP))

	// writing
	contract("writes", asm(9, 1, vm.SSTORE, 1, vm.SLOAD, vm.POP, vm.STOP))
	contract("writes twice", asm(0, 5, vm.SSTORE, 7, 5, vm.SSTORE, 0, 6, vm.SSTORE, 3, 6, vm.SSTORE, 8, 7, vm.SSTORE, 0, 7, vm.SSTORE, vm.STOP))
	slot("writes twice", 5, 7)
	slot("writes twice", 6, 9)
	contract("clears", asm(0, 1, vm.SSTORE, 0, 2, vm.SSTORE, 4, 3, vm.SSTORE, vm.STOP))
	slot("clears", 1, 1)
	slot("clears", 2, 2)
	slot("clears", 3, 3)
	contract("clears and calls", join(asm(0, 1, vm.SSTORE), call(vm.CALL, 40000, at("clears and reverts"), 0), asm(vm.STOP)))
	slot("clears and calls", 1, 1)
	contract("clears and reverts", join(asm(0, 1, vm.SSTORE), reverting(nil)))
	slot("clears and reverts", 1, 1)
	contract("transient", asm(9, 1, vm.TSTORE, 1, vm.TLOAD, 2, vm.TLOAD, vm.STOP))
	contract("logs", asm(0xaa, 0, vm.MSTORE, 32, 0, vm.LOG0, 1, 32, 0, vm.LOG1, 2, 1, 0, 0, vm.LOG2, 3, 2, 1, 40, 20, vm.LOG3, 4, 3, 2, 1, 0, 0, vm.LOG4, vm.STOP))
	contract("logs and reverts", join(asm(1, 0, 0, vm.LOG1), reverting(nil)))
	contract("logs around calls", join(asm(1, 0, 0, vm.LOG1), call(vm.CALL, 60000, at("logs"), 0),
		asm(2, 0, 0, vm.LOG1), call(vm.CALL, 60000, at("logs and reverts"), 0),
		asm(3, 0, 0, vm.LOG1), call(vm.CALL, 120000, at("logs below"), 0), asm(4, 0, 0, vm.LOG1, vm.STOP)))
	contract("logs below", join(call(vm.CALL, 60000, at("logs"), 0), asm(5, 0, 0, vm.LOG1), reverting(reason)))

	// destroying
	for _, to := range []struct {
		name string
		who  []byte
	}{{"to the caller", asm(vm.CALLER)}, {"to nobody", asm(empty)}, {"to itself", asm(vm.ADDRESS)}, {"to the coinbase", asm(vm.COINBASE)}} {
		funded("destroys "+to.name, 1000, join(asm(1, 1, vm.SSTORE), to.who, asm(vm.SELFDESTRUCT)))
		slot("destroys "+to.name, 2, 5)
	}
	contract("destroys twice", join(call(vm.CALL, 60000, at("destroys to nobody"), 0), call(vm.CALL, 60000, at("destroys to nobody"), 5), asm(vm.STOP)))
	contract("destroys and reverts", join(call(vm.CALL, 60000, at("destroys to itself"), 0), reverting(nil)))
	contract("poor destroys", asm(empty, vm.SELFDESTRUCT))

	// calling
	for _, op := range []vm.OpCode{vm.CALL, vm.CALLCODE, vm.DELEGATECALL, vm.STATICCALL} {
		funded("tree of "+op.String(), 5000, join(
			call(op, 60000, at("logs"), 3), call(op, 60000, at("reason"), 3), call(op, 60000, at("invalid"), 3),
			call(op, 60000, at("writes"), 3), call(op, 30000, empty, 0), call(op, 5000, common.BytesToAddress([]byte{4}), 0),
			call(op, 60000, at("poor "+op.String()), 1), asm(vm.STOP)))
		contract("poor "+op.String(), join(call(op, 30000, at("stops"), 3), call(op, 30000, empty, 3), asm(vm.STOP)))
	}
	contract("poor create", join(creation(vm.CREATE, asm(vm.STOP), 3, 0), creation(vm.CREATE2, asm(vm.STOP), 3, 0), asm(vm.STOP)))
	// Before EIP-150 a call gets all gas that it asks for, so the depth ends before the gas does. The last one tries to create as well.
	deep := join(asm(0, 0, 0, 0, 0, vm.ADDRESS), asm(400, vm.GAS, vm.SUB), asm(vm.CALL))
	contract("deep", join(deep, asm(vm.STOP)))
	deepest := join(asm(0, 0, 0, 0, 0, vm.ADDRESS), asm(33000, vm.GAS, vm.SUB), asm(vm.CALL))
	contract("deepest", join(deepest, asm(len(deepest)+10, vm.JUMPI, 0, 0, 0, vm.CREATE, vm.JUMPDEST, vm.STOP)))
	contract("asks about accounts", asm(empty, vm.BALANCE, vm.POP, empty, vm.EXTCODESIZE, vm.ISZERO, vm.POP, at("stops"), vm.EXTCODESIZE, vm.POP, at("never there"), vm.EXTCODEHASH, vm.POP, vm.COINBASE, vm.BALANCE, vm.POP, vm.GAS, vm.POP, vm.STOP))
	contract("looks last", asm(0, at("stops"), vm.EXTCODESIZE, vm.RETURN))
	contract("pays the coinbase", join(asm(0, 0, 0, 0, vm.CALLVALUE, vm.COINBASE, 10000, vm.CALL, vm.STOP)))
	contract("calls nobody", join(call(vm.CALL, 10000, at("nobody"), 0), call(vm.STATICCALL, 10000, at("nobody else"), 0), asm(vm.STOP)))

	// creating
	made := asm(vm.CALLVALUE, 0, vm.SSTORE, vm.STOP)
	well := join(asm(5, 1, vm.SSTORE), giving(made))
	for _, init := range []struct {
		name string
		code []byte
	}{
		{"well", well},
		{"empty", nil},
		{"stops", asm(vm.STOP)},
		{"reverts", reverting(reason)},
		{"invalid", asm(vm.INVALID)},
		{"too much", asm(24577, 0, vm.RETURN)},
		{"0xef", giving([]byte{0xef, 1})},
		{"expensive", asm(2000, 0, vm.RETURN)},
		{"destroys", asm(empty, vm.SELFDESTRUCT)},
		{"calls", join(call(vm.CALL, 30000, at("logs"), 0), asm(1, 0, 0, vm.LOG1), giving(made))},
		{"eof", []byte{0xef, 0x00, 0x01}},
		{"starts at ef", []byte{0xef, 0x01}},
	} {
		name, code := init.name, init.code
		funded("creates "+name, 100, join(creation(vm.CREATE, code, 1, 0), asm(0, vm.SSTORE, vm.STOP)))
		funded("creates2 "+name, 100, join(creation(vm.CREATE2, code, 1, 7), asm(0, vm.SSTORE, vm.STOP)))
		initCode[name] = code
	}
	contract("creates too long", asm(49153, 0, 0, vm.CREATE, vm.STOP))
	contract("creates2 too long", asm(1, 49153, 0, 0, vm.CREATE2, vm.STOP))
	contract("creates within memory", asm(0x60, 0, 0, vm.CREATE, 3, 0x40, 0x30, 0, vm.CREATE2, vm.STOP))
	contract("creates and destroys", join(creation(vm.CREATE, giving(asm(empty, vm.SELFDESTRUCT)), 0, 0), asm(vm.DUP1),
		asm(0, 0, 0, 0, 0), asm(vm.DUP6, 60000, vm.CALL, vm.STOP)))
	contract("creates and reverts", join(creation(vm.CREATE, well, 0, 0), reverting(nil)))
}

var initCode = map[string][]byte{}

func repeat(code []byte, times int) []byte {
	var all []byte
	for range times {
		all = append(all, code...)
	}
	return all
}
