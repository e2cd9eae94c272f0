package main

import "fmt"

func init() { stories = append(stories, gmpMessages) }

func gmpMessages(c *Chain) {
	r := c.tell("gmp/messages", "general messages of Axelar, whose payload takes the place of the memo").channels(2)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	sequence := uint64(0)
	try := func(name, memo string) {
		sequence++
		r.dropped().recv(name, packet(sequence, 0, "uatom", "100", sender, probe.String(), memo))
	}
	message := func(payload, kind string) string {
		return fmt.Sprintf(`{"source_chain":"ethereum","source_address":"0xab","payload":%s,"type":%s}`, payload, kind)
	}
	packed := func(text string) string { return `"` + encode(text) + `"` }
	forward := packed(forwardMemo(1))
	for _, kind := range []string{"0", "1", "2", "3", "-1", `"1"`, "1.5", "null", "9223372036854775808"} {
		try("type "+kind, message(forward, kind))
	}
	for _, payload := range []string{`""`, `null`, `"x"`, `"aGVsbG8"`, `[104,105]`, `[]`, `[256]`, packed("hello"), packed("{}"), packed("\xff\xfe"), packed("<&>\u2028é\"\\")} {
		try("payload "+payload, message(payload, "2"))
	}
	try("a hook", message(packed(wasmMemo(probe.String(), `{"x":"o"}`)), "2"))
	try("a hook that is called by the outer memo only", message(packed("{}"), "2")[:1]+`"wasm":{"contract":"`+probe.String()+`","msg":{"x":"o"}},`+message(packed("{}"), "2")[1:])
	try("keys in capitals", `{"PAYLOAD":`+forward+`,"Type":2}`)
	try("no type", `{"payload":`+forward+`}`)
	try("more members", `{"payload":`+forward+`,"type":1,"fee":{"amount":"1"}}`)
	try("text after it", message(forward, "2")+"x")
	r.dropped().recv("no transfer", raw(90, 0, "hello"))
	r.dropped().recv("unknown members of the packet", raw(91, 0, `{"denom":"uatom","amount":"1","sender":"a","receiver":"b","memo":"","more":1}`))
}
