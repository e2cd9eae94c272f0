// Program layers records what the app of Neutron does in the layers that a packet, a coin or a block passes.
package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
)

// baseFile has the rows of the chain after its first block, on which the set-ups of stories build.
const baseFile = "base.json"

var moduleFolders []string

var source = &Source{
	Chain: "neutron 06e81b9f (module v11)",
	Modules: map[string]string{
		"wasmd": "CosmWasm/wasmd v0.61.12", "cosmos-sdk": "cosmos/cosmos-sdk v0.53.6 with Neutron's hooks of x/bank",
		"wasmvm": "v3.0.7", "ibc-go": "v10.5.0", "packet-forward-middleware": "v10.1.0", "feemarket": "skip-mev/feemarket v1.1.1",
		"connect": "v1.3.1",
	},
	Differences: "The live chain pins neutron-org forks of wasmd (v0.61.12-neutron), cosmos-sdk (v0.53.4-neutron) and feemarket, and wasmvm v3.0.5. " +
		"Here wasmd is upstream's: it drops every `message` event of a submessage, where the fork keeps one when an attribute value starts with `ibc_` (or module=dex), " +
		"and it does not compact the JSON of instantiate and migrate messages. Bank's before-send hooks are called as in Neutron's fork v0.50.12-neutron, carried over to v0.53.6.",
}

// stories by layer, in the order of their files.
var stories = []func(*Chain){}

func main() {
	modules := flag.String("modules", "../../fixtures/golden-stories,../../contracts/artifacts", "folders with contracts")
	only := flag.String("only", "", "the beginning of the names of stories to write")
	flag.Parse()
	out := flag.Arg(0)
	moduleFolders = strings.Split(*modules, ",")
	configure()
	chain := boot()
	for _, tell := range stories {
		tell(chain)
	}
	base := map[string]any{"source": source, "height": 1, "rows": chain.base}
	write(filepath.Join(out, baseFile), base)
	steps := 0
	for _, story := range recorded {
		if strings.HasPrefix(story.Name, *only) {
			write(filepath.Join(out, story.Name+".json"), story)
		}
		steps += len(story.Steps)
	}
	fmt.Println(len(recorded), "stories,", steps, "steps")
}
