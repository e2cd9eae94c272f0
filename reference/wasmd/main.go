// Program wasmd records what stock wasmd does with packets between clients (IBC v2): transfers, and packets of contracts.
package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

const about = "recorded from github.com/CosmWasm/wasmd v0.61.14 with ibc-go v10.5.0 by reference/wasmd"

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "go run . FOLDER_WITH_CONTRACTS FILE")
		os.Exit(2)
	}
	code, err := os.ReadFile(filepath.Join(os.Args[1], "ping_pong.wasm"))
	check(err)
	c := boot(code)
	transfers(c)
	encodings(c)
	refusals(c)
	answers(c)
	contracts(c)
	bz, err := json.MarshalIndent(map[string]any{
		"about": about, "height": startHeight, "time_ns": fmt.Sprint(startTime.UnixNano()), "chain_id": chainID,
		"contracts": []string{c.ping.String(), c.pong.String()}, "base": c.base, "stories": recorded,
	}, "", " ")
	check(err)
	file, err := os.Create(os.Args[2])
	check(err)
	packed, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	check(err)
	_, err = packed.Write(append(bz, '\n'))
	check(err)
	check(packed.Close())
	check(file.Close())
	steps := 0
	for _, story := range recorded {
		steps += len(story.Steps)
	}
	fmt.Println(len(recorded), "stories,", steps, "steps")
}
