// Program advisories records what a release of wasmd does in the stories of four of its advisories.
package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "go run . CONTRACT FILE")
		os.Exit(2)
	}
	code, err := os.ReadFile(os.Args[1])
	check(err)
	c := boot(code)
	panics(c)
	entryPoints(c)
	callbacks(c)
	refusals(c)
	depths(c)
	bz, err := json.MarshalIndent(map[string]any{
		"about": about(), "height": startHeight, "time_ns": fmt.Sprint(startTime.UnixNano()), "chain_id": chainID,
		"contracts": []string{c.one.String(), c.other.String()}, "base": c.base, "stories": recorded,
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
	fmt.Println(about())
	for _, story := range recorded {
		for _, step := range story.Steps {
			outcome := step.Panic
			if step.Error != nil {
				outcome = fmt.Sprintf("%s/%d %.100s", step.Error.Codespace, step.Error.Code, step.Error.Text)
			}
			fmt.Println(story.Name, "|", step.Name, "|", step.Gas, "|", outcome)
		}
	}
}

// about names the releases that the program was built with.
func about() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		panic("no build info")
	}
	releases := map[string]string{}
	for _, module := range info.Deps {
		releases[module.Path] = module.Version
	}
	return fmt.Sprintf("recorded from github.com/CosmWasm/wasmd %s with wasmvm %s, cosmos-sdk %s and ibc-go %s by reference/advisories",
		releases["github.com/CosmWasm/wasmd"], releases["github.com/CosmWasm/wasmvm/v2"],
		releases["github.com/cosmos/cosmos-sdk"], releases["github.com/cosmos/ibc-go/v10"])
}
