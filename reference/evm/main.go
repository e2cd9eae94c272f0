// Writes what go-ethereum's EVM makes of edge operands of every opcode in every fork from Frontier to Osaka: a message each,
// with its result, its gas, its refund, its logs and what it changed. See README.md for the format.
//
//	cd reference/evm && go run . ../../fixtures/evm/vectors.jsonl.br
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/andybalholm/brotli"
)

const command = "cd reference/evm && go run . ../../fixtures/evm/vectors.jsonl.br"

type header struct {
	Program string             `json:"program"`
	Geth    string             `json:"goEthereum"`
	Command string             `json:"command"`
	Forks   []string           `json:"forks"`
	ChainID int                `json:"chainId"`
	Block   map[string]string  `json:"block"`
	World   map[string]account `json:"world"`
	Names   map[string]string  `json:"names"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: "+command)
		os.Exit(2)
	}
	var machines []*machine
	for fork := range forkCount {
		machines = append(machines, newMachine(fork))
	}
	only := os.Getenv("ONLY")
	file := must(os.Create(os.Args[1]))
	packed := brotli.NewWriterOptions(file, brotli.WriterOptions{Quality: 11, LGWin: 24})
	writeLine(packed, headerOf())
	groups := map[string]int{}
	all := 0
	for _, c := range allCases(machines) {
		// For a look at one: ONLY is its name, TRACE prints what a tracer is told.
		if only != "" && only != c.name {
			continue
		}
		line, made := c.record(machines)
		writeLine(packed, line)
		groups[c.group] += made
		all += made
	}
	if err := packed.Close(); err != nil {
		panic(err)
	}
	size := must(file.Stat()).Size()
	for _, group := range sorted(groups) {
		fmt.Fprintf(os.Stderr, "%-14s %6d\n", group, groups[group])
	}
	fmt.Fprintf(os.Stderr, "%-14s %6d, %d bytes\n", "all", all, size)
}

func allCases(machines []*machine) []*testCase {
	var all []*testCase
	for _, group := range []func() []*testCase{
		arithmetic, func() []*testCase { return opcodes(machines) }, memories, environment, jumps, storages, calls, creations,
		destructions, precompiles, transactions,
	} {
		all = append(all, group()...)
	}
	return all
}

func headerOf() header {
	h := header{
		Program: "reference/evm", Geth: gethVersion(), Command: command, Forks: forkNames[:], ChainID: chainID,
		Block: map[string]string{
			"number": fmt.Sprint(blockNumber), "timestamp": fmt.Sprint(blockTime), "gasLimit": fmt.Sprint(blockGas),
			"baseFee": fmt.Sprint(baseFee), "blobBaseFee": fmt.Sprint(blobBaseFee), "gasPrice": fmt.Sprint(gasPrice),
			"difficulty": difficulty.String(), "random": random.Hex(), "coinbase": name(coinbase), "sender": name(sender),
			"defaultGas": fmt.Sprint(defaultGas),
		},
		World: map[string]account{},
		Names: map[string]string{"target": name(target), "other": name(other)},
	}
	for address, account := range world() {
		h.World[name(address)] = account
	}
	return h
}

func gethVersion() string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == "github.com/ethereum/go-ethereum" {
			return dependency.Version
		}
	}
	panic("go-ethereum is not in the build")
}
