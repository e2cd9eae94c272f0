// Package bytecode puts code of the EVM together.
package bytecode

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
)

// Of is code of its parts: opcodes as they are, numbers by the shortest PUSH, addresses by PUSH20, bytes taken in.
func Of(parts ...any) []byte {
	var code []byte
	for _, part := range parts {
		switch part := part.(type) {
		case vm.OpCode:
			code = append(code, byte(part))
		case []byte:
			code = append(code, part...)
		case int:
			code = append(code, Push(big.NewInt(int64(part)))...)
		case uint64:
			code = append(code, Push(new(big.Int).SetUint64(part))...)
		case *big.Int:
			code = append(code, Push(part)...)
		case common.Address:
			code = append(code, byte(vm.PUSH20))
			code = append(code, part[:]...)
		default:
			panic(part)
		}
	}
	return code
}

// Push never uses PUSH0, which old forks do not know.
func Push(number *big.Int) []byte {
	digits := number.Bytes()
	if len(digits) == 0 {
		digits = []byte{0}
	}
	return append([]byte{byte(vm.PUSH1) + byte(len(digits)) - 1}, digits...)
}

// Store is code that puts bytes into memory, word by word.
func Store(offset int, data []byte) []byte {
	var code []byte
	for at := 0; at < len(data); at += 32 {
		word := make([]byte, 32)
		copy(word, data[at:])
		code = append(code, Of(new(big.Int).SetBytes(word), offset+at, vm.MSTORE)...)
	}
	return code
}
