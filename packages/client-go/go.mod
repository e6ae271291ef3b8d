module github.com/toolpress/toolpress/packages/client-go

go 1.23
