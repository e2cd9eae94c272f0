package main

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"math/big"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/vm"
)

// The hash of what geth tells a tracer, a line for each event.
type trace struct {
	hash  hash.Hash
	lines int
	print bool
}

func newTrace() *trace { return &trace{hash: sha256.New(), print: os.Getenv("TRACE") != ""} }

func (t *trace) sum() string {
	if t.lines == 0 {
		return ""
	}
	return fmt.Sprintf("%x", t.hash.Sum(nil)[:6])
}

func (t *trace) line(format string, values ...any) {
	t.lines++
	text := fmt.Sprintf(format, values...)
	if t.print {
		fmt.Println(text)
	}
	t.hash.Write([]byte(text + "\n"))
}

func (t *trace) hooks(state vm.StateDB) *tracing.Hooks {
	text := func(err error) string {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	return &tracing.Hooks{
		OnEnter: func(depth int, op byte, from, to common.Address, input []byte, gas uint64, value *big.Int) {
			if value == nil {
				value = new(big.Int)
			}
			t.line("enter %d %d %s %s %d %x %s", depth, op, name(from), name(to), gas, value, brief(input))
		},
		OnExit: func(depth int, output []byte, used uint64, err error, reverted bool) {
			t.line("exit %d %d %s %s %v", depth, used, brief(output), text(err), reverted)
		},
		OnOpcode: func(pc uint64, op byte, gas, cost uint64, scope tracing.OpContext, _ []byte, depth int, err error) {
			stack := scope.StackData()
			top := ""
			if len(stack) > 0 {
				top = stack[len(stack)-1].Hex()[2:]
			}
			t.line("%d %d %d %d %d %d %s %d %d %s", depth, pc, op, gas, cost, len(stack), top, len(scope.MemoryData()), state.(*recorder).StateDB.GetRefund(), text(err))
		},
		OnFault: func(pc uint64, op byte, gas, cost uint64, _ tracing.OpContext, depth int, err error) {
			t.line("fault %d %d %d %s", depth, pc, op, text(err))
		},
	}
}
