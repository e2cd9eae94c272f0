package main

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime/debug"
)

func main() {
	cfgPrefix()
	check(os.MkdirAll(os.Args[1], 0o755))
	for name, tellAll := range map[string]func(){
		"clients": clientStories, "headers": headerStories, "evidence": evidenceStories,
		"proofs": proofStories, "packets": packetStories, "timeouts": timeoutStories, "between": betweenStories,
	} {
		recorded = nil
		tellAll()
		write(os.Args[1]+"/"+name+".json", recorded)
	}
}

// write puts one step on a line, so that changes can be read.
func write(file string, stories []*Story) {
	var out bytes.Buffer
	by, err := json.Marshal("reference/ibc: github.com/cosmos/ibc-go/v10 " + versionOf("github.com/cosmos/ibc-go/v10") +
		", github.com/cometbft/cometbft " + versionOf("github.com/cometbft/cometbft"))
	check(err)
	out.WriteString("{\"by\":" + string(by) + ",\"stories\":[\n")
	for i, story := range stories {
		if i > 0 {
			out.WriteString(",\n")
		}
		name, err := json.Marshal(story.Name)
		check(err)
		out.WriteString("{\"name\":" + string(name) + ",\"steps\":[\n")
		for i, step := range story.Steps {
			if i > 0 {
				out.WriteString(",\n")
			}
			var line bytes.Buffer
			encoder := json.NewEncoder(&line)
			encoder.SetEscapeHTML(false)
			check(encoder.Encode(step))
			out.Write(bytes.TrimRight(line.Bytes(), "\n"))
		}
		out.WriteString("\n]}")
	}
	out.WriteString("\n]}\n")
	check(os.WriteFile(file, out.Bytes(), 0o644))
}

// versionOf is the version of a module that this program is built with.
func versionOf(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		if dep.Path == module {
			return dep.Version
		}
	}
	panic("not built with " + module)
}
