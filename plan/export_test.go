package plan

// These names are exported only for the tests.
var Independent = independent

func (p *Plan) ReceivesFirst() *Plan { return p.receivesFirst() }
func (p *Plan) MessagesFirst() *Plan { return p.messagesFirst() }
