package main

import (
	"encoding/binary"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
)

// asm puts code together: opcodes as they are, numbers and addresses as the shortest PUSH, bytes as they stand.
func asm(parts ...any) []byte {
	var code []byte
	for _, part := range parts {
		switch part := part.(type) {
		case vm.OpCode:
			code = append(code, byte(part))
		case int:
			code = append(code, push(big.NewInt(int64(part)))...)
		case uint64:
			code = append(code, push(new(big.Int).SetUint64(part))...)
		case *big.Int:
			code = append(code, push(part)...)
		case common.Address:
			code = append(code, push(new(big.Int).SetBytes(part[:]))...)
		case []byte:
			code = append(code, part...)
		default:
			panic("asm: what is this?")
		}
	}
	return code
}

// push never uses PUSH0, which old forks do not know.
func push(value *big.Int) []byte {
	bytes := value.Bytes()
	if len(bytes) == 0 {
		bytes = []byte{0}
	}
	return append([]byte{byte(vm.PUSH1) + byte(len(bytes)-1)}, bytes...)
}

// store puts bytes into memory, word by word.
func store(offset int, data []byte) []byte {
	var code []byte
	for i := 0; i < len(data); i += 32 {
		word := make([]byte, 32)
		copy(word, data[i:])
		code = append(code, asm(new(big.Int).SetBytes(word), offset+i, vm.MSTORE)...)
	}
	return code
}

// giving returns code that returns the bytes.
func giving(data []byte) []byte {
	return append(store(0, data), asm(len(data), 0, vm.RETURN)...)
}

// reverting returns code that reverts with the bytes.
func reverting(data []byte) []byte {
	return append(store(0, data), asm(len(data), 0, vm.REVERT)...)
}

// creation returns code that makes a contract of init code and leaves its address on the stack.
func creation(op vm.OpCode, init []byte, value int, salt int) []byte {
	code := store(0, init)
	if op == vm.CREATE2 {
		code = append(code, asm(salt)...)
	}
	return append(code, asm(len(init), 0, value, op)...)
}

// call returns code that calls without input and leaves whether that went well on the stack.
func call(op vm.OpCode, gas any, to common.Address, value any) []byte {
	code := asm(0, 0, 0, 0)
	if op == vm.CALL || op == vm.CALLCODE {
		code = append(code, asm(value)...)
	}
	return append(code, asm(to, gas, op)...)
}

// words returns numbers as 32 bytes each.
func words(numbers ...uint64) []byte {
	var data []byte
	for _, number := range numbers {
		data = append(data, make([]byte, 24)...)
		data = binary.BigEndian.AppendUint64(data, number)
	}
	return data
}

func join(parts ...[]byte) []byte {
	var all []byte
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}
