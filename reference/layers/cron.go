package main

import (
	"fmt"

	"github.com/cosmos/cosmos-sdk/types/query"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	cron "github.com/neutron-org/neutron/v11/x/cron/types"
)

func init() { stories = append(stories, cronMessages, cronRuns, cronLimits, cronBinding, cronGenesis) }

var gov = authtypes.NewModuleAddress("gov").String()

const begins, ends = cron.ExecutionStage_EXECUTION_STAGE_BEGIN_BLOCKER, cron.ExecutionStage_EXECUTION_STAGE_END_BLOCKER

func (r *Rec) schedule(name string, period uint64, stage cron.ExecutionStage, calls ...cron.MsgExecuteContract) {
	r.msg("schedule "+name, &cron.MsgAddSchedule{Authority: gov, Name: name, Period: period, Msgs: calls, ExecutionStage: stage})
}

func calling(contract fmt.Stringer, mode string) cron.MsgExecuteContract {
	return cron.MsgExecuteContract{Contract: contract.String(), Msg: `{"x":"` + mode + `"}`}
}

func (r *Rec) block(height int64) {
	r.setHeight(height)
	r.beginBlock("begin", "cron")
	r.endBlock("end", "cron")
}

func cronMessages(c *Chain) {
	r := c.tell("cron/messages", "who may add and remove schedules, and which are refused")
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	call := []cron.MsgExecuteContract{calling(probe, "o")}
	add := func(name string, m cron.MsgAddSchedule) { r.dropped().msg(name, &m) }
	add("by a stranger", cron.MsgAddSchedule{Authority: creator.String(), Name: "a", Period: 1, Msgs: call})
	add("by no address", cron.MsgAddSchedule{Authority: "x", Name: "a", Period: 1, Msgs: call})
	add("without a name", cron.MsgAddSchedule{Authority: gov, Period: 1, Msgs: call})
	add("without a period", cron.MsgAddSchedule{Authority: gov, Name: "a", Msgs: call})
	add("without messages", cron.MsgAddSchedule{Authority: gov, Name: "a", Period: 1})
	add("an unknown stage", cron.MsgAddSchedule{Authority: gov, Name: "a", Period: 1, Msgs: call, ExecutionStage: 7})
	add("no contract", cron.MsgAddSchedule{Authority: gov, Name: "a", Period: 1, Msgs: []cron.MsgExecuteContract{{Contract: "x", Msg: "{}"}}})
	add("no message", cron.MsgAddSchedule{Authority: gov, Name: "a", Period: 1, Msgs: []cron.MsgExecuteContract{{Contract: probe.String(), Msg: ""}}})
	add("a contract that is not there", cron.MsgAddSchedule{Authority: gov, Name: "a", Period: 1, Msgs: []cron.MsgExecuteContract{{Contract: fred.String(), Msg: "{}"}}})
	add("a period beyond 63 bits", cron.MsgAddSchedule{Authority: gov, Name: "a", Period: 1 << 63, Msgs: call})
	r.schedule("a", 3, ends, call...)
	r.schedule("a", 3, ends, call...)
	r.schedule("b/c", 1, begins, call[0], call[0])
	const service = "/neutron.cron.Query/"
	r.grpc("params", service+"Params", &cron.QueryParamsRequest{})
	r.grpc("one", service+"Schedule", &cron.QueryGetScheduleRequest{Name: "a"})
	r.grpc("none", service+"Schedule", &cron.QueryGetScheduleRequest{Name: "z"})
	r.grpc("all", service+"Schedules", &cron.QuerySchedulesRequest{})
	r.grpc("a page", service+"Schedules", &cron.QuerySchedulesRequest{Pagination: &query.PageRequest{Limit: 1, CountTotal: true}})
	r.stargate("one as JSON", service+"Schedule", &cron.QueryGetScheduleRequest{Name: "b/c"})
	remove := func(name, by, what string) { r.msg(name, &cron.MsgRemoveSchedule{Authority: by, Name: what}) }
	remove("removed by a stranger", creator.String(), "a")
	remove("removed without a name", gov, "")
	remove("one that is not there", gov, "z")
	remove("removed", gov, "a")
	params := func(name, by, security string, limit uint64) {
		r.msg(name, &cron.MsgUpdateParams{Authority: by, Params: cron.Params{SecurityAddress: security, Limit: limit}})
	}
	params("params by a stranger", creator.String(), creator.String(), 5)
	params("no security address", gov, "", 5)
	params("a security address that is none", gov, "x", 5)
	params("a limit of zero", gov, creator.String(), 0)
	params("params", gov, creator.String(), 5)
	remove("removed by the security address", creator.String(), "b/c")
	r.exportGenesis("cron")
}

func cronRuns(c *Chain) {
	r := c.tell("cron/runs", "schedules at the beginning and the end of blocks")
	code := r.code("probe.wasm")
	probe, other := r.contract(code, "probe", `{"m":"o"}`), r.contract(code, "other", `{"m":"o"}`)
	r.begin()
	r.schedule("begins", 2, begins, calling(probe, "o"))
	r.schedule("ends", 3, ends, calling(probe, "o"), calling(other, "o"))
	for _, mode := range []string{"e", "p", "a"} {
		r.schedule("fails "+mode, 2, ends, calling(other, "o"), calling(probe, mode))
	}
	r.schedule("stores and fails", 2, begins, cron.MsgExecuteContract{Contract: probe.String(), Msg: `{"m":"e"}`}, calling(probe, "e"))
	r.schedule("no JSON", 2, begins, cron.MsgExecuteContract{Contract: probe.String(), Msg: `hello`})
	r.schedule("nobody", 2, begins, cron.MsgExecuteContract{Contract: fred.String(), Msg: `{}`})
	for height := int64(0); height < 6; height++ {
		r.block(startHeight + height)
	}
	r.block(startHeight + 100)
	r.exportGenesis("cron")
}

func cronLimits(c *Chain) {
	r := c.tell("cron/limits", "more schedules are due than may run in a block")
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	for i := range 4 {
		r.schedule(fmt.Sprint("s", i), 1, ends, calling(probe, "o"))
	}
	for _, limit := range []uint64{1, 3, 4, 10} {
		r.msg("limit", &cron.MsgUpdateParams{Authority: gov, Params: cron.Params{SecurityAddress: creator.String(), Limit: limit}})
		r.block(startHeight + int64(limit)*2)
	}
	r.gas(30_000).dropped().endBlock("with little gas", "cron")
}

func cronBinding(c *Chain) {
	r := c.tell("cron/binding", "contracts that add and remove schedules")
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	r.schedule("a", 3, ends, calling(probe, "o"))
	custom := func(name, message string) {
		r.execute(name, probe, creator, `{"ok":{"messages":[{"id":1,"msg":{"custom":`+message+`},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}`)
	}
	custom("removed by a stranger", `{"remove_schedule":{"name":"a"}}`)
	custom("added by a stranger", `{"add_schedule":{"name":"b","period":3,"msgs":[]}}`)
	r.msg("its security address", &cron.MsgUpdateParams{Authority: gov, Params: cron.Params{SecurityAddress: probe.String(), Limit: 5}})
	custom("one that is not there", `{"remove_schedule":{"name":"z"}}`)
	custom("without a name", `{"remove_schedule":{}}`)
	custom("removed", `{"remove_schedule":{"name":"a"}}`)
}

func cronGenesis(c *Chain) {
	r := c.tell("cron/genesis", "schedules of a genesis")
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	one := `{"name":"a","period":"3","msgs":[{"contract":"` + probe.String() + `","msg":"{}"}],"last_execute_height":"5","execution_stage":"EXECUTION_STAGE_BEGIN_BLOCKER"}`
	r.importGenesis("empty", "cron", "cron", `{"scheduleList":[],"params":{"security_address":"`+creator.String()+`","limit":"5"}}`)
	r.importGenesis("one", "cron", "cron", `{"scheduleList":[`+one+`],"params":{"security_address":"`+creator.String()+`","limit":"5"}}`)
}
