// Program evmd records what a chain of cosmos/evm makes of blocks of Cosmos and Ethereum transactions.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// recordings are chains; each needs a process of its own, since the module keeps the chain's coin in one variable.
var recordings = []struct {
	name string
	tell func() *Chain
}{{"bank", sends}, {"ethereum", ethereum}, {"tokens", tokens}, {"precompiles", precompiled}, {"standards", standards}, {"fees", fees}, {"mixed", mixed}, {"packets", packets}, {"queries", queries}, {"settings", settings}, {"clients", clients}, {"traces", traced}, {"checks", checks}, {"signatures", signatures}, {"faults-0.7.3", faults}, {"session", func() *Chain { return recorded(session) }}}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "go run . FOLDER_WITH_ARTIFACTS FOLDER [RECORDING | random SEED BLOCKS | stories FIRST LAST | encodings SEED COUNT | documents SEED COUNT]")
		os.Exit(2)
	}
	artifacts = os.Args[1]
	if len(os.Args) > 4 && generated(os.Args[2], os.Args[3], os.Args[4:]) {
		return
	}
	for _, one := range recordings {
		if len(os.Args) == 3 {
			run := exec.Command(os.Args[0], append(os.Args[1:], one.name)...)
			run.Stdout, run.Stderr = os.Stdout, os.Stderr
			check(run.Run())
		} else if one.name == os.Args[3] {
			chain := one.tell()
			write(chain, filepath.Join(os.Args[2], one.name+".jsonl.br"))
			if chain.end != nil {
				chain.end()
			}
		}
	}
}

func write(c *Chain, name string) {
	check(os.MkdirAll(filepath.Dir(name), 0o755))
	file := must(os.Create(name))
	packed := brotli.NewWriterOptions(file, brotli.WriterOptions{Quality: 11, LGWin: 24})
	encoder := json.NewEncoder(packed)
	encoder.SetEscapeHTML(false)
	stories, txs, asked := map[string]bool{}, 0, 0
	for _, line := range c.lines {
		check(encoder.Encode(line))
		switch one := line.(type) {
		case Block:
			stories[one.Story] = true
			txs += len(one.Txs)
		case map[string]any:
			if _, ok := one["asked"]; ok {
				asked++
			}
			if block, ok := one["block"].(Made); ok {
				txs += len(block.Txs)
			}
		}
	}
	check(packed.Close())
	check(file.Close())
	fmt.Println(filepath.Base(name), len(stories), "stories,", c.height, "blocks,", txs, "transactions,", asked, "requests")
}
