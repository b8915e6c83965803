package plan

// These names are exported only for the tests.
var Independent = independent

func (p *Plan) ReceivesFirst() *Plan { return p.receivesFirst() }
func (p *Plan) MessagesFirst() *Plan { return p.messagesFirst() }

// AsyncPlans returns the number of plans that are kept for calls on an Async.
func (p *Compiled[T, A]) AsyncPlans() int { return len(p.plans) }

const MaxAsyncPlans = maxAsyncPlans
