// Program evmd-faults records what v0.6.0 of cosmos/evm makes of stories of its published faults.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/andybalholm/brotli"
	"sudobox/reference/evmd-faults/stories"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "go run . FOLDER_WITH_ARTIFACTS FILE")
		os.Exit(2)
	}
	c := start()
	stories.Tell(&teller{c, os.Args[1]})
	file := must(os.Create(os.Args[2]))
	packed := brotli.NewWriterOptions(file, brotli.WriterOptions{Quality: 11, LGWin: 24})
	encoder := json.NewEncoder(packed)
	encoder.SetEscapeHTML(false)
	for _, line := range c.lines {
		check(encoder.Encode(line))
	}
	check(packed.Close())
	check(file.Close())
	fmt.Println(os.Args[2], c.height, "blocks")
}
